// The texts of notifications by language, a folder each. A text that is missing does not compile.
import type { Language } from '../../rules/languages.ts';
import type { Block } from '../content.ts';
import type { NotificationPayload, NotificationType } from '../registry.ts';
import { frame as germanFrame } from './de/frame.ts';
import { types as germanTypes } from './de/types.ts';
import { frame as englishFrame } from './en/frame.ts';
import { types as englishTypes } from './en/types.ts';

/** The texts of a type. Their functions receive payloads that satisfy its schema. */
type Texts<Payload> = {
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
  unsubscribe: string;
  /** Of `http/response/unsubscribe.ts`. */
  page: { title: string; reason(because: string): string; button: string; done: string };
};

const byLanguage: Record<Language, { types: TypeTexts; frame: Frame }> = {
  en: { types: englishTypes, frame: englishFrame },
  de: { types: germanTypes, frame: germanFrame },
};

export const getFrame = (language: Language): Frame => byLanguage[language].frame;

export const getTexts = (language: Language, type: NotificationType): Texts<Record<string, unknown>> =>
  byLanguage[language].types[type];
