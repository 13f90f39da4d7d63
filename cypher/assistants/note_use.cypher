// Notes that the assistant of $client acts for the caller. Of a person's assistants the latest $maxUses are kept.
// @param client: text
// @param maxUses: whole number
// @param now: instant
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
MERGE (used:AssistantUse {tenantId: $tenantId, userId: $callerId, client: $client})
ON CREATE SET used:$($tenantLabel), used.firstAt = datetime($now)
SET used.lastAt = datetime($now)
WITH used
CALL () {
  MATCH (older:AssistantUse {tenantId: $tenantId, userId: $callerId})
  WHERE older.client IS NOT NULL
  WITH older
  ORDER BY older.lastAt DESC, older.client
  SKIP toInteger($maxUses)
  DETACH DELETE older
}
RETURN used.client AS client
