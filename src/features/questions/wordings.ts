// Which wordings of a question mean the same to those who read them. Answers to them are counted together.
import { failInvalid } from '../../platform/errors.ts';
import type { Language } from '../../platform/lib/languages.ts';
import type { Wording, Words } from './rules.ts';

/**
 * Whether later words say the same as earlier ones: in each language of the earlier ones. They may add languages, and never lose one. So
 * all wordings of a series have the same words in a language, also if nobody compares the first one with the last.
 */
function saySame(earlier: Words, later: Words): boolean {
  return (Object.keys(earlier) as (keyof Words)[]).every((language) => earlier[language] === later[language]);
}

const saySameOrNothing = (earlier: Words | undefined, later: Words | undefined): boolean =>
  earlier && later ? saySame(earlier, later) : earlier === later;

/**
 * Finds out whether a new wording means the same as the one before: it adds languages, or has the options in another order.
 *
 * @param ids of the options of the wording before, in their order
 * @returns the ids of the options of the new wording, in their order, an empty list if it has none; null if it means something else
 */
export function continueOptions(before: Wording, ids: readonly number[], after: Wording): number[] | null {
  const isSame =
    saySame(before.text, after.text) &&
    saySameOrNothing(before.low, after.low) &&
    saySameOrNothing(before.high, after.high);
  const options = before.options ?? [];
  if (!isSame || options.length !== (after.options ?? []).length) return null;
  const free = new Set(options.keys());
  const continued: number[] = [];
  for (const words of after.options ?? []) {
    const place = [...free].find((at) => saySame(options[at] as Words, words));
    if (place === undefined) return null;
    free.delete(place);
    continued.push(ids[place] ?? place);
  }
  return continued;
}

/** Words of a change, in which null takes a language away. */
type ChangedWords = Partial<Record<Language, string | null>>;

/** What changes in a wording. Of the ends of a scale, null takes the words away. */
type WordingChange = {
  text: ChangedWords | undefined;
  low: ChangedWords | null | undefined;
  high: ChangedWords | null | undefined;
  options: Words[] | undefined;
};

/**
 * Returns the wording after a change.
 *
 * @param isMergePatch languages that the change does not name stay
 * @throws {ApiError} VALIDATION_ERROR for words that are left without a language
 */
export function changeWording(before: Wording, change: WordingChange, isMergePatch: boolean): Wording {
  const changeWords = (name: 'text' | 'low' | 'high'): Words | undefined => {
    const changed = change[name];
    if (changed === undefined) return before[name];
    if (changed === null) return undefined;
    const all = { ...(isMergePatch && before[name]), ...changed };
    const words = Object.entries(all).filter(([, text]) => text !== null);
    if (words.length === 0) failInvalid([{ pointer: `/${name}`, message: `${name} must have words in a language.` }]);
    return Object.fromEntries(words) as Words;
  };
  const [low, high, options] = [changeWords('low'), changeWords('high'), change.options ?? before.options];
  return {
    text: changeWords('text') ?? before.text,
    ...(low && { low }),
    ...(high && { high }),
    ...(options && { options }),
  };
}
