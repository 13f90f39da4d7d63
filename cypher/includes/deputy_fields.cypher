// Map: a `term` of a `deputy` for a `manager` as the interface shows it.
{
  manager: COLLECT {
    WITH manager AS person
    RETURN
      // @include user_ref
  }[0],
  deputy: COLLECT {
    WITH deputy AS person
    RETURN
      // @include user_ref
  }[0],
  from: toString(term.from),
  to: toString(term.to),
  rights: term.rights
}
