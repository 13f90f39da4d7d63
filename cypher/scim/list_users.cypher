// Returns the number of people that a directory sees and that satisfy $filter (see scim_matches; null for all), and a
// page of them by e-mail address: from place $start, counted from 0, to before $end. People whom a directory has
// deleted are not seen.
WITH COLLECT {
  MATCH (person:User {tenantId: $tenantId})
  WHERE person.email IS NOT NULL AND (person.active OR NOT coalesce(person.removed, false))
  WITH
    person,
    // @include scim_user_values
    AS values
  WHERE
    // @include scim_matches
  RETURN person.id
  ORDER BY person.email
} AS ids
RETURN
  // @include scim_user_page
