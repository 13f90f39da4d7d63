// plan_fields(plan): map, a plan as the interface shows it.
plan {
  .id, .name, .status, .moveCount, .baseRevision, .version, .reason, .faults, .changeId,
  effectiveOn: toString(plan.effectiveOn),
  author: user_by_id(plan.authorId),
  approvedBy: user_by_id(plan.approverId),
  appliedBy: user_by_id(plan.appliedById),
  undoneBy: user_by_id(plan.undoneById),
  createdAt: moment(plan.createdAt),
  updatedAt: moment(plan.updatedAt),
  appliedAt: moment(plan.appliedAt),
  undoneAt: moment(plan.undoneAt)
}
