// Pattern and condition: `head` is `reader`, or an active manager whose deputy `reader` is at $now; `terms` is empty,
// or says for what.
(reader)-[terms:DEPUTY_FOR*0..1]->(head:User {active: true})
WHERE all(term IN terms WHERE
  // @include is_in_force
)
