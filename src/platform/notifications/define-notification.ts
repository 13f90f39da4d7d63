// What a notification type says of itself. Each feature has its types in `features/<feature>/notifications.ts`.
import type { Static, TObject } from '@sinclair/typebox';
import type { Language } from '../lib/languages.ts';
import type { DeputyRight, Role } from '../permissions.ts';

/** What the subject of an event can be. */
export const subjectTypes = ['summary', 'import_job', 'user', 'org_plan', 'webhook'] as const;
export type SubjectType = (typeof subjectTypes)[number];

/**
 * What a recipient must be when a notification is delivered, and again when its e-mail is sent: `cypher/includes/is_meant.cypher`
 * is the rule. A service that dispatches a notification chooses the recipients itself.
 * - `themself`: a person whom the event names, without a further condition; the value describes them in words. The notification
 *   says nothing about others, or only what the recipient can read as their own.
 * - `sight`: somebody who sees people in this report. The content is made from the people in sight, each time.
 * - `manager`: the manager of everybody it is about or, for one of these rights, a deputy of that manager. If the manager has left,
 *   it is the next active manager above. If the notification is about nobody, `roles` decide.
 * - `roles`: a holder of one of these roles. If the event does not name all of them, `only` describes in words whom it names.
 */
export type Readers =
  | { themself: string }
  | { sight: 'digest:read' }
  | { manager: readonly DeputyRight[]; roles?: readonly Role[] }
  | { roles: readonly Role[]; only?: string };

/** A part of a body: a paragraph, a list, or bars. Its values are shown on one line each. */
export type Block = string | { heading: string; items: string[] } | { heading: string; bars: Bar[] };
/** `share` is from 0 to 1; `score` stands beside the bar, and `words` where there is none. */
export type Bar = { label: string; share: number; score: string; words: string };

/** The texts of a type in a language. Their functions receive payloads that satisfy its schema. */
export type Texts<Payload> = {
  /** Completes the sentence "You get this because …". */
  because: string;
  /** The label of the button that opens the link. */
  action: string;
  subject(payload: Payload): string;
  body(payload: Payload): Block[];
};

/** What `notifications/load_event` finds about an event when its notification is delivered. */
export type DeliveryFacts = {
  actorId: string | undefined;
  /** The people whom the event names, other than the actor. */
  aboutIds: readonly string[];
  actorName: string | null;
  /** The week of the summary that is the subject. */
  weekStart: string | null;
  /** After a move: the people whose summaries wait for their new manager, and how many of each. */
  handedOver: { id: string; name: string; open: number }[];
  deputising: Deputising | null;
  /** The new manager of people who were moved. */
  subjectName: string | null;
  /** The people who were moved from a manager: how many, and the first of them. */
  moved: { count: number; people: { id: string; name: string }[] } | null;
};

/** What is valid between a manager and a deputy. Without `term`, nothing is valid, now or later. */
export type Deputising = {
  managerName: string;
  deputyName: string;
  deputyActive: boolean;
  /** False when an end that was planned did not come: the term was withdrawn, or the manager has left. */
  isOver: boolean;
  term?: { from: string; to: string; rights: DeputyRight[]; summaries?: number | null } | null;
};

/** `aboutIds`: the people it names. */
export type Content<Payload> = { payload: Payload; aboutIds: string[] };

/** A notification type, all of it. */
export type NotificationDefinition<Payload extends TObject = TObject> = {
  /** For who dispatches it or chooses its channels: GET /notifications/types shows it. */
  description: string;
  /** What has happened, or when it is time: a sentence. */
  when: string;
  readers: Readers;
  /**
   * The notice of a power: who may read, be, stop or erase somebody. Neither preferences nor policy switch it off. It is for
   * whomever its event names, also after they have left or lost a role, because whoever has the power may take these away. It
   * names who did it, where its event says so.
   */
  isSecurity?: true;
  /** What the subject of its events is, if they have one. */
  subjectType?: SubjectType;
  payload: Payload;
  /** A payload. */
  example: Static<Payload>;
  /** Where it leads in the web app, unless its event says so: a path, in which `{subjectId}` is the subject of the event. */
  link?: string;
  /**
   * Makes the payload from the facts at the time of delivery. Returns null if nobody is to be notified any more. A type without it
   * has the payload in the event. A service that dispatches a type always sends the payload.
   */
  content?(facts: DeliveryFacts): Content<Static<Payload>> | null;
  texts: Record<Language, Texts<Static<Payload>>>;
};

/** Defines a type; its texts are checked against its payload. */
export function defineNotification<Payload extends TObject, const OwnReaders extends Readers>(
  definition: NotificationDefinition<Payload> & { readers: OwnReaders },
): NotificationDefinition<Payload> & { readers: OwnReaders } {
  return definition;
}
