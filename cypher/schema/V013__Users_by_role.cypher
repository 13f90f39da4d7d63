// People are found by their roles. Tenant and role are indexed as they are, without splitting them into words; the list of properties
// differs from those of the other full-text indexes of users.
CREATE FULLTEXT INDEX user_by_role IF NOT EXISTS FOR (user:User) ON EACH [user.roles, user.tenantId] OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}};
