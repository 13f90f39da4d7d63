// partner_gains(partner, part, admin, establishedDays): boolean expression, what `partner` gains by a change that `admin` alone makes to the `part` of the
// company is judged: the partner is the admin, the admin requested the partner, or the partner may be an account that the admin has made, named,
// keyed or brought back within `establishedDays`. A holder of one of $rolesWithTenantScope gains nothing, and neither does whose
// term is over. Who is not active gains what they see once they are active again.
// @param rolesWithTenantScope: list of roles
// @param now: instant
(part.until > datetime($now) AND NOT any(role IN partner.roles WHERE role IN $rolesWithTenantScope) AND (partner = admin OR part.namedById = admin.id OR establishedDays IS NOT NULL AND (coalesce(partner.madeById = admin.id, false) OR coalesce(partner.accountChangedAt > datetime($now) - duration({days: coalesce(establishedDays, 0)}), false))))
