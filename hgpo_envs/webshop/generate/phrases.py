"""What generated products say of themselves, and what customers say that they want."""

TITLES = (
    "{brand} {series} {first} {kind}",
    "{brand} {kind}, {first}, {second}, {model}",
    "{brand} {first} {kind} {series} {model}",
    "{kind} by {brand} {series} - {first}",
    "{brand} {series} {kind} {model}",
    "{brand} {first} {second} {kind}",
)
"""``first`` and ``second`` are attributes of the product."""

PLAIN_TITLE = "{brand} {series} {kind} {model}"

CLAIMS = (
    "noted by nearly everyone who tried it",
    "checked twice before it leaves our workshop",
    "the reason why people come back",
    "and it stays so after years",
    "without any extra cost",
    "as it should be",
    "just read what the label says",
    "a small thing that changes a lot",
    "so that you can think of other things",
    "which few others offer at this price",
    "made that way on purpose",
    "for those who look closely",
)
MENTIONS = (
    "{attribute}: {claim}.",
    "[{attribute}] {claim}.",
    "{attribute} - {claim}.",
    "Our promise: {attribute}, {claim}.",
)
"""``attribute`` begins with a capital but in the last one."""

OPENINGS = (
    "The {series} {kind} from {brand}, thought up for {use}.",
    "{brand} presents the {kind} of the {series} line, number {model}.",
    "Looking for {kind} to go with {use}? Here is ours.",
    "Model {model}: {kind} with a mind of its own.",
    "Made in small numbers by {brand}: {kind} for {use}.",
)
MIDDLES = (
    "Above all {attribute}, {claim}.",
    "What counts here: {attribute}, {claim}.",
    "You asked for {attribute}; you get {attribute}.",
    "Say {attribute}, and think of our {kind}.",
)
CLOSINGS = (
    "Write to us if anything is amiss & we reply within two days.",
    "Comes in a plain box that can be recycled.",
    "Pictures may look brighter than the thing itself.",
    "Also a fine present for {use}.",
    "Spare parts are kept for five years.",
    "Keep the receipt <you may need it>.",
    "Each one is packed by hand in our own hall.",
)

OPENERS = (
    "i'm looking for",
    "i need",
    "find me",
    "please show me",
    "i want to buy",
    "could you get me",
    "i am after",
    "help me pick out",
    "i would like",
)
WITH = (
    "with {list}",
    "that offers {list}",
    "featuring {list}",
    "known for {list}",
    "described as {list}",
)
CHOICES = (
    "{name} {value}",
    "{name}: {value}",
    "the {name} should be {value}",
    "in {value} {name}",
    "make the {name} {value}",
)
TITLED = (
    "from {brand}, the {series} one",
    "of the {series} line by {brand}",
    "by {brand} {series}",
)
PRICES = (
    "price lower than {dollars}.00 dollars",
    "for at most {dollars} dollars",
    "my budget is ${dollars}",
    "costing no more than ${dollars}.00",
    "below {dollars}.00 dollars",
)
