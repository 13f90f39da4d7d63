// Date: the Monday of the current week of `user`, in their time zone or else the tenant's. Expects also `tenant`.
// @param now: instant
date.truncate('week', date(datetime({datetime: datetime($now), timezone: coalesce(user.timezone, tenant.timezone, 'UTC')})))
