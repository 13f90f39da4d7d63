// How long a tenant keeps what it has: rules such as `notifications=90`, a kind and a number of days.

/** With the fewest days that a rule may have: reports and trends look back over half a year, auditors over one. */
const leastDays = { notifications: 30, deliveries: 1, summaries: 365, audit: 365 };
const mostDays = 3_650;
const dayMs = 24 * 60 * 60_000;

export type RetentionKind = keyof typeof leastDays;
export const retentionKinds = Object.keys(leastDays) as RetentionKind[];

function splitRule(rule: string): [kind: string, days: number] {
  const [, kind = '', days] = /^(\w+)=([1-9]\d{0,3})$/.exec(rule) ?? [];
  return [kind, Number(days)];
}

export function isRetentionRule(rule: string): boolean {
  const [kind, days] = splitRule(rule);
  return retentionKinds.some((known) => known === kind && days >= leastDays[known]) && days <= mostDays;
}

export const hasEachKindOnce = (rules: readonly string[]): boolean =>
  new Set(rules.map((rule) => splitRule(rule)[0])).size === rules.length;

/** The kinds that have a rule, each with an instant. Data from before the instant is deleted. */
export function listRetentionLimits(
  rules: readonly string[],
  now: Date,
): { kind: RetentionKind; days: number; before: string }[] {
  return rules.map(splitRule).map(([kind, days]) => ({
    kind: kind as RetentionKind,
    days,
    before: new Date(now.getTime() - days * dayMs).toISOString(),
  }));
}
