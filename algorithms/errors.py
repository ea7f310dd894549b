"""The one error that this floor raises for what a caller got wrong."""


class AlgorithmInputError(ValueError):
    """Report an input that no algorithm can use: a name, an option, an array.

    Its text says what was given, what was expected and what to do next.
    """


class AlgorithmContractError(ValueError):
    """Report an algorithm that broke its contract: what it returned can't be learned from.

    Its text says what was returned, what was expected and what to do next.
    """
