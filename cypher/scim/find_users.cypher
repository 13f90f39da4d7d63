// Returns the people with one of the values of $anchors ({id, userName, email, externalId, employeeNumber}: a list
// each) that a directory sees and that satisfy $filter, by e-mail address, as scim/list_users.
// @param anchors: map of lists of texts
WITH COLLECT {
  CALL () {
    UNWIND $anchors.id AS id
    MATCH (person:User {tenantId: $tenantId, id: id})
    RETURN person
    UNION
    UNWIND $anchors.externalId AS externalId
    MATCH (person:User {tenantId: $tenantId, externalId: externalId})
    RETURN person
    UNION
    UNWIND $anchors.employeeNumber AS employeeNumber
    MATCH (person:User {tenantId: $tenantId, employeeNumber: employeeNumber})
    RETURN person
    UNION
    UNWIND $anchors.userName AS userName
    MATCH (person:User {tenantId: $tenantId, userName: userName})
    RETURN person
    UNION
    UNWIND $anchors.userName + $anchors.email AS email
    MATCH (person:User {tenantId: $tenantId, email: email})
    RETURN person
  }
  WITH person
  WHERE person.active OR NOT coalesce(person.removed, false)
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
