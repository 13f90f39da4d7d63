// Boolean expression: `term`, a relationship DEPUTY_FOR, is in force at $now.
term.since <= datetime($now) AND term.until > datetime($now)
