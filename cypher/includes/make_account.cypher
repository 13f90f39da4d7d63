// Assignments that note that the caller, an admin, has made the account of `person`, or brings it back: nobody else knows who signs
// in with it next (identity/sign_in, gains_sight).
// @param now: instant
SET person.madeById = $callerId, person.madeAt = datetime($now), person.accountChangedAt = datetime($now)
