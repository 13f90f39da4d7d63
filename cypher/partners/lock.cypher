// Takes the tenant's write lock until the transaction ends, before a part is ended (see organisation/lock_tenant). Only for callers with one of
// $permittedRoles.
// @include lock_if_permitted
RETURN locked, standing
