// Boolean expression: nobody expects `person` to check in or to set goals, in any week: an owner, a member of a board, a shared mailbox.
coalesce(person.checkInsExpected = 'no', false)
