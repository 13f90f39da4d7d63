// Gives each of $userIds the absences $absences for the benchmark, from which weeks are derived: as many as a person may have.
// @param userIds: list of ids
// @param absences: list of texts
UNWIND $userIds AS userId
MATCH (person:User {tenantId: $tenantId, id: userId})
SET person.absences = $absences
