// How long the file of an import that was not read is kept.

/** Until then, a dead import can be revived with `checkin outbox retry` and needs its file. */
const unreadAfterMs = 30 * 24 * 60 * 60_000;

/** The time, in ISO 8601, before which imports that were not read lose their files. */
export function getUnreadLimit(now: Date): string {
  return new Date(now.getTime() - unreadAfterMs).toISOString();
}
