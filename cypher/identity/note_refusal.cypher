// Keeps that a subject of the provider $providerId was refused at $now, and why: $reason or, if that is null, what is wrong with the person whom
// the token means by $email or $externalId. A provider has the latest twenty, the newest first, each subject once: `refusals` is a list of
// texts of the time, the reason, $subjectHash and the id of that person, if there is one. So it has no personal text, and somebody who
// makes up subjects replaces what they have written.
// @param providerId: id
// @param email: text or null
// @param externalId: text or null
// @param reason: text or null
// @param subject: text
// @param now: instant
// @param subjectHash: text
MATCH (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
SET provider.id = $providerId // locks it before the list is read
WITH provider
OPTIONAL MATCH (byAddress:User {tenantId: $tenantId, email: $email})
OPTIONAL MATCH (byId:User {tenantId: $tenantId, externalId: $externalId})
WITH provider, coalesce(byAddress, byId) AS person
WITH provider, person, CASE
  WHEN $reason IS NOT NULL THEN $reason
  WHEN person IS NULL THEN 'unknown'
  WHEN NOT person.active THEN 'left'
  WHEN provider.emailDomains IS NOT NULL AND NOT any(domain IN provider.emailDomains WHERE person.email ENDS WITH '@' + domain)
    THEN 'other_domain'
  WHEN EXISTS {
    MATCH (other:Identity {tenantId: $tenantId, issuer: provider.issuer, holderId: person.id})
    WHERE other.subject <> $subject
  } THEN 'other_subject'
  ELSE 'unbound'
END AS reason
SET provider.refusals = [$now + ' ' + reason + ' ' + $subjectHash + ' ' + coalesce(person.id, '')]
  + [earlier IN coalesce(provider.refusals, []) WHERE split(earlier, ' ')[2] <> $subjectHash][0..19]
RETURN provider.id AS id
