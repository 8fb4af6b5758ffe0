"""Policies trained with other libraries, as agents: Stable-Baselines3 (``sb3``), PyTorch (``torch``), ONNX (``onnx``).

Each adapter returns scores of all actions; inputs, masking and the choice of an action are shared (``scored``).  An optional file next to
the policy's file records the game that it was trained on (``origin``).
"""
