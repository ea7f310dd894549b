"""Reading the site's pages with BeautifulSoup, and walking from one to the next by their links."""

from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient

from hgpo_envs.webshop.pages.reading import as_read


class Reader:
    """A reader of the site: what the page shows, and clicks and searches as a person does them."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.open(address)

    def open(self, address: str) -> None:
        self._take(self.client.get(address))

    def search(self, query: str) -> None:
        form = self.soup.select_one("form:has(#search_input)")
        assert form is not None
        self._take(self.client.get(form["action"], query_string={"q": query}))

    def click(self, thing: str) -> None:
        """Click a button of this name, else the last link or option of it."""
        found = self.clickables()[thing]
        if found.name == "a":
            self.open(found["href"])
            return
        form = found.find_parent("form")
        fields = {field["name"]: field.get("value", "") for field in form.find_all("input")}
        self._take(self.client.post(form["action"], data=fields))

    def clickables(self) -> dict[str, Tag]:
        page = self.page
        named = [(one.get_text(), one) for one in page.select(".option")]
        for kind in (".product-link", ".btn"):
            named += [(one.get_text().lower(), one) for one in page.select(kind)]
        return dict(named)

    @property
    def page(self) -> Tag:
        return self.soup.find(id="page")

    @property
    def text(self) -> str:
        read = [
            as_read(str(text), keeps_space=text.parent.name == "pre")
            for text in self.page.find_all(string=True)
        ]
        return " [SEP] ".join(text.strip() for text in read if text is not None)

    def _take(self, answer) -> None:
        while answer.status_code in {302, 303}:
            answer = self.client.get(answer.headers["Location"])
        self.status = answer.status_code
        self.html = answer.get_data(as_text=True)
        self.soup = BeautifulSoup(self.html, "html.parser")
