// Boolean expression: the caller is a user, so an admin where the statement permits nobody else. The operator, directories and
// other services are authorities: nobody approves what they do.
coalesce($callerId =~ '[0-9a-f-]{36}', false)
