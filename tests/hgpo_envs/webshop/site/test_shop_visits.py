"""Visits are kept apart, bounded in number, and nobody can guess another's."""

import threading

from hgpo_envs.webshop.site.visits import ID_LENGTH, Progress, Visits


def test_session_ids_are_long_random_and_safe_in_addresses():
    visits = Visits()
    sessions = {visits.open("human-1") for _ in range(1000)}
    assert len(sessions) == 1000
    assert {len(session) for session in sessions} == {ID_LENGTH}
    assert all(session.replace("-", "").replace("_", "").isalnum() for session in sessions)


def test_the_visit_that_was_quiet_for_longest_goes_first():
    visits = Visits(most=3)
    first, second, third = (visits.open(f"human-{i}") for i in range(3))
    assert visits.find(first) is not None
    fourth = visits.open("human-3")
    assert len(visits) == 3
    assert visits.find(second) is None
    assert [visits.find(one).task for one in (first, third, fourth)] == [
        "human-0",
        "human-2",
        "human-3",
    ]


def test_a_closed_visit_is_forgotten_and_closing_it_again_is_no_mistake():
    visits = Visits()
    session = visits.open("human-0")
    visits.close(session)
    visits.close(session)
    assert visits.find(session) is None
    assert len(visits) == 0


def test_many_threads_open_and_close_without_losing_count():
    visits = Visits(most=100)

    def come_and_go():
        for i in range(200):
            session = visits.open(f"human-{i}")
            visits.find(session)
            if i % 2:
                visits.close(session)

    threads = [threading.Thread(target=come_and_go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(visits) <= 100


def test_progress_starts_at_the_search_page_without_a_purchase():
    progress = Progress()
    assert progress.state.kind.name == "SEARCH"
    assert progress.purchase is None
