"""What a customer wants: goals from the official instructions, their prices, order and splits."""
