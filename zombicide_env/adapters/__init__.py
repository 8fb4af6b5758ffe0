"""Adapters to training libraries; each imports its library, so import the module that you need."""
