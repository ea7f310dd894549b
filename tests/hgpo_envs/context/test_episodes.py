import json

import pytest

from hgpo_envs.context import CombinedMemory, EpisodeStore, PastEpisode, make_memory, stores_of
from hgpo_envs.errors import EnvInputError


def episode(task: str = "task", *, won: bool = True, steps: int = 1) -> PastEpisode:
    seen = tuple(f"o{n}" for n in range(steps))
    return PastEpisode(task, f"Do {task}.", seen, tuple(f"a{n}" for n in range(steps)), 1.0, won)


def test_a_store_keeps_the_latest() -> None:
    store = EpisodeStore(capacity=2)
    store.add(episode("a"), episode("b"))
    store.add(episode("c"))
    assert [kept.task for kept in store.episodes] == ["b", "c"]
    assert len(store) == 2


def test_a_store_is_made_again_from_what_json_keeps_of_it() -> None:
    store = EpisodeStore(capacity=3)
    store.add(*(episode(str(number), steps=number) for number in range(5)))
    again = EpisodeStore.from_plain(json.loads(json.dumps(store.describe())))
    assert again.episodes == store.episodes
    assert again.capacity == 3
    assert again.describe() == store.describe()


def test_a_store_takes_over_what_another_holds() -> None:
    store, other = EpisodeStore(), EpisodeStore()
    store.add(episode("a"), episode("b"))
    other.add(episode("c"))
    other.replace(store.episodes)
    assert other.episodes == store.episodes
    store.replace(())
    assert (len(other), len(store)) == (2, 0)


def test_an_episode_without_as_many_actions_as_observations_is_refused() -> None:
    store = EpisodeStore()
    with pytest.raises(EnvInputError) as error:
        store.add(episode()._replace(actions=()))
    assert str(error.value) == (
        "the episode of 'task' has 1 observations and 0 actions; expected one before each action."
    )
    assert len(store) == 0


@pytest.mark.parametrize("plain", [{}, {"capacity": 2, "episodes": [["task"]]}, {"capacity": 0}])
def test_what_is_no_store_is_refused(plain: dict[str, object]) -> None:
    with pytest.raises(EnvInputError, match=r"expected|Give what EpisodeStore\.describe returned"):
        EpisodeStore.from_plain(plain)


def test_the_stores_of_a_memory_are_found_in_its_parts() -> None:
    assert stores_of(make_memory("window", size=2)) == ()
    one, two = make_memory("retrieval"), make_memory("retrieval", episodes=2)
    assert stores_of(one) == (one.store,)  # type: ignore[attr-defined]
    own = make_memory("worlds.own_memory:Diary")
    (diary,) = stores_of(own)
    diary.add(episode("a"), episode("b"))
    assert own.recall("task", ()).notes == ("2 episodes so far.",)
    both = CombinedMemory([one, CombinedMemory([two, one])])
    assert stores_of(both) == (one.store, two.store)  # type: ignore[attr-defined]
