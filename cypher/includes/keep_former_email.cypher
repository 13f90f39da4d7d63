// Assignments that keep the address of before an admin changed that of `person`, from `names`: for some days notices of powers go
// there (notifications/load_event). Of several changes in these days the first counts.
// @param now: instant
SET
  person.formerEmail = CASE
    WHEN is_recent(person.formerEmailAt) THEN person.formerEmail
    ELSE names.email
  END,
  person.formerEmailAt = CASE
    WHEN is_recent(person.formerEmailAt) THEN person.formerEmailAt
    ELSE datetime($now)
  END
