// Says of people who joined later than the others when that was.
UNWIND $newcomers AS newcomer
MATCH (person:User {tenantId: $tenantId, email: newcomer.email})
SET person.createdAt = datetime(newcomer.joinedAt)
