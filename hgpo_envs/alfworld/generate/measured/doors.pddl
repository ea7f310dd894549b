  (:action GoThroughDoor
    :parameters (?a - agent ?lStart - location ?d - door ?m - room ?lEnd - location)
    :precondition (and
      (atLocation ?a ?lStart) (entry ?m ?lEnd)
      (exists (?mStart - room) (and (inRoom ?lStart ?mStart) (joins ?d ?mStart ?m))))
    :effect (and (not (atLocation ?a ?lStart)) (atLocation ?a ?lEnd)))

