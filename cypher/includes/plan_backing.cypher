// plan_backing(plan): map, who stands behind a plan, its author and its approver (null without one), and whether each
// is an active user with one of $permittedRoles.
// @param permittedRoles: list of roles
{
  authorId: plan.authorId,
  approverId: plan.approverId,
  isAuthorAdmin: EXISTS {
    MATCH (author:User {tenantId: $tenantId, id: plan.authorId, active: true})
    WHERE any(role IN author.roles WHERE role IN $permittedRoles)
  },
  isApproverAdmin: EXISTS {
    MATCH (approver:User {tenantId: $tenantId, id: plan.approverId, active: true})
    WHERE any(role IN approver.roles WHERE role IN $permittedRoles)
  }
}
