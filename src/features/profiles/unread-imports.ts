// How long an import that was not read keeps its file.

/** An import that was not read keeps its file so long: until then, it can be revived with `checkin outbox retry`. */
const unreadAfterMs = 30 * 24 * 60 * 60_000;

/** The time, in ISO 8601, before which imports that were not read lose their files. */
export function getUnreadLimit(now: Date): string {
  return new Date(now.getTime() - unreadAfterMs).toISOString();
}
