// A cursor says where a page of notifications ended; to clients it is a word without meaning.
import type { Notification } from '../../model.ts';

/** The place of a notification in the list: unread first, then the newest, then by id. */
export type Place = Pick<Notification, 'unread' | 'createdAt' | 'id'>;

/** The cursor of the page that ends with this notification. */
export function cursorOf({ unread, createdAt, id }: Place): string {
  return btoa(JSON.stringify([unread, createdAt, id]));
}

const place = /^\[(true|false),"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)","([0-9a-f-]{36})"\]$/;

/** The place a cursor names; null when it is none of ours. */
export function placeOf(cursor: string): Place | null {
  let text: string;
  try {
    text = atob(cursor);
  } catch {
    return null;
  }
  const [, unread, createdAt, id] = place.exec(text) ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) return null;
  return { unread: unread === 'true', createdAt, id };
}
