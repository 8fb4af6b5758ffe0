"""Policies that other libraries have trained, as agents: Stable-Baselines3 (``sb3``), PyTorch (``torch``), ONNX (``onnx``).

Each adapter gives scores of all actions; what a policy reads, which actions count and how one is chosen is the same for all (``scored``).
Which game a policy was trained on may lie next to its file (``origin``).
"""
