// A cursor says where a page of notifications ended; to clients it is a word without meaning.
import { Temporal } from 'temporal-polyfill';
import type { Notification } from '../model/index.ts';

/** The place of a notification in the list: unread first, then the newest, then by id. */
export type CursorPosition = Pick<Notification, 'unread' | 'createdAt' | 'id'>;

/** The cursor of the page that ends with this notification. */
export function encodeCursor({ unread, createdAt, id }: CursorPosition): string {
  return btoa(JSON.stringify([unread, createdAt, id]));
}

const positionPattern =
  /^\[(true|false),"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?Z)","([0-9a-f-]{36})"\]$/;

/** The place a cursor names; null when it is none of ours. */
export function decodeCursor(cursor: string): CursorPosition | null {
  try {
    const [, unread, createdAt = '', id = ''] = positionPattern.exec(atob(cursor)) ?? [];
    Temporal.Instant.from(createdAt); // throws unless there is such a moment; Date would take 30 February for 2 March
    return { unread: unread === 'true', createdAt, id };
  } catch {
    return null;
  }
}
