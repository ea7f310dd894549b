"""An easy generated game with its shortest way to win, and the command that takes it back."""

TASK = "gen_train/easy/pick_and_place_simple-000000"
# Its walkthrough: go to cabinet 2, take soapbottle 4, go to toilet 1, move soapbottle 4 there.
WIN = (
    "go to cabinet 2",
    "take soapbottle 4 from cabinet 2",
    "go to toilet 1",
    "move soapbottle 4 to toilet 1",
)
UNDO = "take soapbottle 4 from toilet 1"
