// The texts that each language has, in a folder of its own. One that is missing does not compile.
import type { NotificationPayload, NotificationType } from '../registry.ts';

/** A part of a body: a paragraph, a list, or bars. Its values are shown on one line each. */
export type Block = string | { heading: string; items: string[] } | { heading: string; bars: Bar[] };
/** `share` is from 0 to 1; `score` stands beside the bar, and `words` where there is none. */
export type Bar = { label: string; share: number; score: string; words: string };

/** The texts of a type. Their functions receive payloads that satisfy its schema. */
export type Texts<Payload> = {
  /** Completes the sentence "You get this because …". */
  because: string;
  /** The label of the button that opens the link. */
  action: string;
  subject(payload: Payload): string;
  body(payload: Payload): Block[];
};
export type TypeTexts = { [Type in NotificationType]: Texts<NotificationPayload<Type>> };

export type Frame = {
  /** The subject of a notification whose own has no visible character. */
  untitled(sender: string): string;
  greeting(name: string): string;
  reason(sender: string, because: string): string;
  choice: string;
  /** Instead of `choice`, where there is none. */
  noChoice: string;
  unsubscribe: string;
  /** Of `http/response/unsubscribe.ts`. */
  page: { title: string; reason(because: string): string; button: string; done: string };
};
