// Cursors of the notification list. They encode the last item of a page and are opaque to clients.
import { Temporal } from 'temporal-polyfill';
import type { Notification } from '../model/index.ts';

/** The sort key of the list: unread first, then newest first, then by id. */
export type CursorPosition = Pick<Notification, 'unread' | 'createdAt' | 'id'>;

/** Creates the cursor of the page that ends with this notification. */
export function encodeCursor({ unread, createdAt, id }: CursorPosition): string {
  return btoa(JSON.stringify([unread, createdAt, id]));
}

const positionPattern =
  /^\[(true|false),"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?Z)","([0-9a-f-]{36})"\]$/;

/** Parses a cursor; null if it is not valid. */
export function decodeCursor(cursor: string): CursorPosition | null {
  try {
    const [, unread, createdAt = '', id = ''] = positionPattern.exec(atob(cursor)) ?? [];
    Temporal.Instant.from(createdAt); // rejects dates that do not exist; Date reads 30 February as 2 March
    return { unread: unread === 'true', createdAt, id };
  } catch {
    return null;
  }
}
