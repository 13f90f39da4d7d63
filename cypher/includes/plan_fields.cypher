// Map: a plan as the interface shows it. Expects `plan`.
plan {
  .id, .name, .status, .moveCount, .baseRevision, .version, .reason, .faults, .changeId,
  effectiveOn: toString(plan.effectiveOn),
  author: COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: plan.authorId})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .jobTitle, team: team.name, .photoUrl}
  }[0],
  approvedBy: COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: plan.approverId})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .jobTitle, team: team.name, .photoUrl}
  }[0],
  appliedBy: COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: plan.appliedById})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .jobTitle, team: team.name, .photoUrl}
  }[0],
  undoneBy: COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: plan.undoneById})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .jobTitle, team: team.name, .photoUrl}
  }[0],
  createdAt: moment(plan.createdAt),
  updatedAt: moment(plan.updatedAt),
  appliedAt: moment(plan.appliedAt),
  undoneAt: moment(plan.undoneAt)
}
