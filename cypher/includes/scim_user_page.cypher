// Columns: the number of `ids` of people, and a page of these people by e-mail address: from place $start, counted from
// 0, to before $end.
// @param start: whole number
// @param end: whole number
size(ids) AS total,
COLLECT {
  UNWIND ids[toInteger($start)..toInteger($end)] AS id
  MATCH (person:User {tenantId: $tenantId, id: id})
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, head(collect(team)) AS team
  ORDER BY person.email
  RETURN
    // @include person_record
} AS people
