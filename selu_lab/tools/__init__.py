"""What the model may call: the tools, and the gate every call passes (name, arguments, policy, approval, run)."""
