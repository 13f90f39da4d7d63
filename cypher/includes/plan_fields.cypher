// Map: a plan as the interface shows it. Expects `plan`.
plan {
  .id, .name, .status, .moveCount, .baseRevision, .version, .reason, .faults, .changeId,
  effectiveOn: toString(plan.effectiveOn),
  author: COLLECT { MATCH (author:User {tenantId: $tenantId, id: plan.authorId}) RETURN author {.id, .name} }[0],
  approvedBy: COLLECT { MATCH (approver:User {tenantId: $tenantId, id: plan.approverId}) RETURN approver {.id, .name} }[0],
  createdAt: moment(plan.createdAt),
  updatedAt: moment(plan.updatedAt),
  appliedAt: moment(plan.appliedAt)
}
