// Boolean expression, the rule of who is told: `person` is whom a notification about the people `aboutIds` (null or empty: about nobody) is for,
// by `readers` of its type (see notifications/define-notification.ts). A manager, or a deputy of theirs, must be so towards
// everybody it is about. Where it is about nobody, or `readers` mean no manager, a holder of one of `readers.roles`, or anybody if these are
// null. Whom a service chose needs not be asked.
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
