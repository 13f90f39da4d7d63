// The building blocks of notification types: definition, body blocks, names in payloads.
import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { SubjectType } from '../model/notifications.ts';
import type { Language } from '../lib/languages.ts';

export const channels = ['in_app', 'email'] as const;
export type Channel = (typeof channels)[number];

/** A part of a body, rendered as text and as HTML. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; heading: string; items: string[] }
  | { kind: 'bars'; heading: string; bars: Bar[] };
/** `share` is from 0 to 1; `score` stands beside the bar, and `words` where there is none. */
export type Bar = { label: string; share: number; score: string; words: string };

/** A notification type. Its texts are in `texts/`. */
export type NotificationDefinition<Payload extends TObject = TObject> = {
  description: string;
  channels: readonly Channel[];
  payload: Payload;
  /** What the subject of its events is, if they have one. */
  subjectType?: SubjectType;
  example: Static<Payload>;
};

/** The content of an e-mail, before it is rendered as text or HTML. */
export type EmailContent = {
  language: Language;
  subject: string;
  greeting: string;
  blocks: Block[];
  button?: { label: string; href: string };
  sender: string;
  footer: string[];
  unsubscribe: { label: string; href: string };
};

/** Derives the payload type of a definition from its schema. It has every channel unless it says otherwise. */
export const defineNotification = <Payload extends TObject>(
  definition: Omit<NotificationDefinition<Payload>, 'channels'> & { channels?: readonly Channel[] },
): NotificationDefinition<Payload> => ({ channels, ...definition });

/** Trims a text and replaces each run of whitespace with one space. */
export const collapseWhitespace = (text: string): string => text.trim().replace(/\s+/g, ' ');

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text: collapseWhitespace(text) });
export const list = (heading: string, items: string[]): Block => ({
  kind: 'list',
  heading,
  items: items.map(collapseWhitespace),
});
export const bars = (heading: string, items: Bar[]): Block => ({ kind: 'bars', heading, bars: items });

/** A name or a title in a payload. */
export const Name = Type.String({ format: 'text', minLength: 1, maxLength: 200 });
