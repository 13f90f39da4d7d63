// Date: the Monday of the current week in the tenant's time zone. Expects `tenant`.
date.truncate('week', date(datetime({datetime: datetime($now), timezone: coalesce(tenant.timezone, 'UTC')})))
