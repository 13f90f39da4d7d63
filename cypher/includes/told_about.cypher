// Pattern and condition behind a person `about`: `told` is somebody whom a notification about that person is for, by `readers` of its type:
// `manager`, the nearest active one or, for one of the rights `readers.deputies`, a deputy of that manager at $now. Nobody is told about
// themself.
// @param now: instant
// @include nearest_active_manager
MATCH (manager) (()<-[term:DEPUTY_FOR]-() WHERE
  any(right IN term.rights WHERE right IN readers.deputies) AND
  is_in_force(term, datetime($now))
) {0,1} (told:User {active: true})
WHERE told <> about
