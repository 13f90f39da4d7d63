// Pattern and condition: `head` is `reader`, or an active manager whose deputy `reader` is at $now; `terms` is empty,
// or says for what. The condition is that of is_in_force: a call would nest includes five deep.
// @param now: instant
(reader)-[terms:DEPUTY_FOR*0..1]->(head:User {active: true})
WHERE all(term IN terms WHERE
  term.since <= datetime($now) AND term.until > datetime($now)
)
