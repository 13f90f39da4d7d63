// Takes the tenant's write lock for a caller with one of $permittedRoles, and returns their standing, which is read
// under it.
// @include lock_if_permitted
RETURN standing
