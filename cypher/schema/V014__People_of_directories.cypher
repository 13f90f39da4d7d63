// Directories such as Okta and Entra provision people: by an id of their own, by a user name that may differ from the e-mail
// address, and with groups.
CREATE CONSTRAINT user_once_per_external_id IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.externalId) IS UNIQUE;
CREATE CONSTRAINT user_once_per_user_name IF NOT EXISTS FOR (user:User) REQUIRE (user.tenantId, user.userName) IS UNIQUE;
CREATE CONSTRAINT scim_group_id IF NOT EXISTS FOR (group:ScimGroup) REQUIRE group.id IS UNIQUE;
CREATE CONSTRAINT scim_group_once_per_external_id IF NOT EXISTS FOR (group:ScimGroup) REQUIRE (group.tenantId, group.externalId) IS UNIQUE;
CREATE INDEX scim_group_by_name IF NOT EXISTS FOR (group:ScimGroup) ON (group.tenantId, group.displayName, group.id);
