// What the database stores of a question and its answers, and how they are shown in one language.
import { chooseLanguage, resolveSettings } from '../../platform/settings/settings.ts';
import type { Answer, GivenAnswer } from './schema.ts';
import { inLanguage, type Kind, type StoredValue, type Value, type Wording } from './rules.ts';

export type StoredAnswer = Partial<StoredValue> & { version: number; answeredAt: string; editedAt?: string | null };

/** A question with the wording of one version, as JSON. */
export type StoredQuestion = {
  id: string;
  kind: Kind;
  version: number;
  points?: number | null;
  lowest?: number | null;
  isSeveral?: boolean | null;
  wording: string;
  answer?: StoredAnswer | null;
};

/** What is stored of a value; the other kinds are null. */
export const toStoredValue = ({ text, points, choices, yes }: Value): StoredValue => ({
  text: text ?? null,
  points: points ?? null,
  choices: choices ?? null,
  yes: yes ?? null,
});

export function toAnswer({ text, points, choices, yes, answeredAt, editedAt }: StoredAnswer): Answer {
  return {
    ...(typeof text === 'string' && { text }),
    ...(typeof points === 'number' && { points }),
    ...(Array.isArray(choices) && { choices }),
    ...(typeof yes === 'boolean' && { yes }),
    answeredAt,
    ...(typeof editedAt === 'string' && { editedAt }),
  };
}

const defaults = resolveSettings({});

/** What is said of the language of a reader: their choice, that of a directory, and that of the tenant. */
export type Languages = readonly (string | null)[];

/** A question in the words of the language in which its reader gets notifications. */
export function toAsked(question: StoredQuestion, languages: Languages): Omit<GivenAnswer, 'answer'> {
  const language = chooseLanguage(languages.join(), defaults.language);
  const { text, low, high, options } = JSON.parse(question.wording) as Wording;
  return {
    questionId: question.id,
    version: question.answer?.version ?? question.version,
    kind: question.kind,
    question: inLanguage(text, language),
    ...(low && { low: inLanguage(low, language) }),
    ...(high && { high: inLanguage(high, language) }),
    ...(typeof question.points === 'number' && { points: question.points }),
    ...(typeof question.lowest === 'number' && { lowest: question.lowest }),
    ...(options && { options: options.map((option) => inLanguage(option, language)) }),
    ...(question.kind === 'choice' && { isSeveral: question.isSeveral ?? false }),
  };
}
