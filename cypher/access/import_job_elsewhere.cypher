// Whether an import of this id exists in any tenant: yes or no, asked only after none was found in the caller's own.
RETURN EXISTS { (:ImportJob {id: $id}) } AS found
