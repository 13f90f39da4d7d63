// Deletes the answers of a user, and removes them from the questions that they asked. Returns how many answers.
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  person,
  COLLECT { MATCH (person)-[:ANSWERED]->(answer) RETURN answer } AS answers,
  COLLECT { MATCH (person)-[asked:ASKED]->() RETURN asked } AS asked
WITH answers, asked, {answers: size(answers)} AS counts
FOREACH (answer IN answers | DETACH DELETE answer)
FOREACH (one IN asked | DELETE one)
RETURN counts
