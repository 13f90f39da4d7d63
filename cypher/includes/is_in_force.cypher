// is_in_force(term, time): boolean expression, a relationship DEPUTY_FOR is in force at this time. The include heads has the same text.
term.since <= time AND term.until > time
