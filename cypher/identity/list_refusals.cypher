// Returns the latest refused sign-ins at the provider $providerId, newest first (see note_refusal), each with the person that the token
// meant, if they are still there; and whether the tenant has this provider. Callers without one of $permittedRoles get none, unless
// $asOperator.
// @param providerId: id
// @param asOperator: boolean
// @param permittedRoles: list of roles
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
WITH caller {.roles} AS standing, provider
CALL (standing, provider) {
  WITH * WHERE $asOperator OR any(role IN standing.roles WHERE role IN $permittedRoles)
  UNWIND [refusal IN provider.refusals | split(refusal, ' ')] AS parts
  OPTIONAL MATCH (person:User {tenantId: $tenantId, id: parts[3]})
  WHERE person.email IS NOT NULL
  WITH {at: parts[0], reason: parts[1], subject: parts[2], user: user_ref(person)} AS refusal
  ORDER BY refusal.at DESC, refusal.subject
  RETURN collect(refusal) AS refusals
}
RETURN standing, provider IS NOT NULL AS isFound, refusals
