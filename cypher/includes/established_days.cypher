// Expression: after how many days an admin alone may move people below a manager, by the setting of `tenant`.
// @param establishedDays: number
toInteger(coalesce(tenant.establishedDays, $establishedDays))
