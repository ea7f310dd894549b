"""The skeletons of packages that ``hgpo new-env`` and ``hgpo new-algorithm`` write."""
