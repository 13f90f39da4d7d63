// Boolean expression: a step of `line`, the path from an owner up to the caller or null, is younger than a day, of
// somebody who was here before. Null without a line.
// @param now: instant
any(step IN relationships(line) WHERE step.since > datetime($now) - duration('P1D') AND startNode(step).createdAt <= datetime($now) - duration('P1D'))
