"""The shop of an environment is opened by its id."""

import pytest
from own_registry import own_registries
from registered_shop import SMALL_SHOP

from hgpo_envs.errors import EnvInputError, UnknownNameError
from hgpo_envs.webshop.site.opening import open_shop


@pytest.fixture
def small_shop(monkeypatch):
    """Register the small shop for one test."""
    own_registries(monkeypatch, SMALL_SHOP)


@pytest.mark.usefixtures("small_shop")
def test_a_shop_is_found_by_id_or_name_and_takes_its_own_options():
    shop, world = open_shop("smallshop", "test", {"goals": "synthetic", "data": None})
    assert shop == "SmallShop-v0"
    assert (world.panel.split, world.panel.version) == ("test", "synthetic")
    assert open_shop("SmallShop-v0", None, {})[1].panel.split == "dev"


@pytest.mark.usefixtures("small_shop")
def test_an_option_that_the_shop_does_not_have_is_told():
    with pytest.raises(UnknownNameError, match=r"^unknown option of SmallShop-v0 'data'"):
        open_shop("smallshop", "test", {"data": "somewhere"})


def test_an_environment_that_is_no_shop_is_told():
    with pytest.raises(EnvInputError) as caught:
        open_shop("alfworld", None, {})
    assert str(caught.value) == (
        "ALFWorld-v0 is no shop to open. "
        "Expected 'WebShop-v0', 'WebShopSmall-v0' or 'WebShopGen-v0'."
    )


@pytest.mark.usefixtures("small_shop")
def test_a_shop_in_a_browser_is_not_opened_in_itself():
    with pytest.raises(EnvInputError, match=r"^SmallShop-v0 is no shop to open"):
        open_shop("smallshop", None, {}, not_in="SmallShop-v0")
