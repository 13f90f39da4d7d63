// Column: whether a subject's permission reaches everyone. Expects `subject` (may be null), `tenant` and $reach:
// - `tenantRoles`: who has one of these is permitted for everyone, provided they have an elevated role of the tenant if `elevated`
//   (those of a tenant that says nothing) is not null;
// - `below`, `direct`: anyone is permitted for those below, or for direct reports; `belowRoles`, `directRoles`: who has such a role.
any(role IN subject.roles WHERE role IN $reach.tenantRoles) AND (
  $reach.elevated IS NULL
  OR any(role IN subject.roles WHERE role IN coalesce(tenant.elevatedRoles, $reach.elevated))
) AS seesTenant
