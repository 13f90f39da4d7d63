// Boolean expression, the rule of who is notified: a notification about the people `aboutIds` (null or empty: about nobody) is for
// `person`, by the `readers` of its type (see notifications/define-notification.ts). If `readers` mean managers, `person` must be the
// manager, or a deputy of the manager, of everybody it is about. If it is about nobody, or `readers` mean no manager, `person` must
// have one of `readers.roles`, and anybody may be notified if these are null. Callers do not use this rule for recipients whom a service chose.
CASE
  WHEN readers.deputies IS NOT NULL AND size(aboutIds) > 0 THEN NOT EXISTS {
    UNWIND aboutIds AS aboutId
    WITH aboutId
    WHERE NOT EXISTS {
      MATCH (about:User {tenantId: $tenantId, id: aboutId})
        // @include told_about
        AND told = person
    }
  }
  ELSE readers.roles IS NULL OR any(role IN person.roles WHERE role IN readers.roles)
END
