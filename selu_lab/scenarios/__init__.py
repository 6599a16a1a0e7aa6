"""Scenarios: scripted conversations with a frozen clock and scripted approvals that pass or fail, everywhere alike."""
