// Map: a `term` of a `deputy` for a `manager` as the interface shows it.
{
  manager: user_ref(manager),
  deputy: user_ref(deputy),
  hasLeft: CASE WHEN NOT deputy.active THEN true END,
  from: toString(term.from),
  to: toString(term.to),
  rights: term.rights
}
