// Boolean expression: `day` (yyyy-mm-dd) is in an absence of `person`.
any(absence IN coalesce(person.absences, []) WHERE left(absence, 10) <= day <= right(absence, 10))
