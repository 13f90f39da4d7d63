// Whether a notification of this id exists in any tenant: yes or no, asked only after none was found in the caller's own.
RETURN EXISTS { MATCH (n:Notification {id: $id}) WHERE n.unread IS NOT NULL } AS found
