"""What is kept below a folder: runs, comparisons, diagnoses; what they take; removing them."""
