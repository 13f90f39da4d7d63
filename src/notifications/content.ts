// What a notification is made of: its type's entry, the blocks of its body, and the words they share.
import { Type, type Static, type TObject } from '@sinclair/typebox';
import { toMonday } from '../rules/weeks.ts';

export const channels = ['in_app', 'email'] as const;
export type Channel = (typeof channels)[number];

/** A part of a body, written once and shown as text and as HTML. A bar's value is from 0 to `of`. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; heading: string; items: string[] }
  | { kind: 'bars'; heading: string; bars: Bar[] };
export type Bar = { label: string; value: number; of: number };

/** A type of notification. Its functions see payloads that satisfy its schema. */
export type NotificationDefinition<Payload extends TObject = TObject> = {
  description: string;
  channels: readonly Channel[];
  payload: Payload;
  example: Static<Payload>;
  /** Ends the sentence "You get this because …". */
  because: string;
  /** What the link leads to, as the words on a button. */
  action: string;
  subject(payload: Static<Payload>): string;
  body(payload: Static<Payload>): Block[];
};

/** All that a mail says, before it is text or HTML. */
export type EmailContent = {
  subject: string;
  greeting: string;
  blocks: Block[];
  button?: { label: string; href: string };
  sender: string;
  footer: string[];
};

/** Ties an entry's functions and example to its schema. */
export const defineNotification = <Payload extends TObject>(
  of: NotificationDefinition<Payload>,
): NotificationDefinition<Payload> => of;

/** The text with every run of white space made one space. */
export const collapseWhitespace = (text: string): string => text.trim().replace(/\s+/g, ' ');

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text: collapseWhitespace(text) });
export const list = (heading: string, items: string[]): Block => ({
  kind: 'list',
  heading,
  items: items.map(collapseWhitespace),
});
export const bars = (heading: string, of: Bar[]): Block => ({ kind: 'bars', heading, bars: of });

/** A name in a payload. */
export const Name = Type.String({ format: 'text', minLength: 1, maxLength: 200 });
/** A string of a few that are known. */
export const stringEnum = <const Value extends string>(...values: Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: values });

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "week of 16 November 2026", for any date of that week, `YYYY-MM-DD`. */
export const formatWeek = (date: string): string =>
  `week of ${longDate.format(new Date(`${toMonday(date)}T00:00:00Z`))}`;

/** "November 2026", for a period, `YYYY-MM`. */
export const formatMonth = (period: string): string => longMonth.format(new Date(`${period}-01T00:00:00Z`));
