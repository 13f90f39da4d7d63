// Dates, counted words and other words that texts of several features need, in each language.
import { pluralize } from '../lib/pluralize.ts';
import type { Role } from '../permissions.ts';
import { scoreTitles, type Dimension } from '../schema/scores.ts';
import { createDateFormats, formatDay, formatMonth, formatWeek, toMonday } from '../time/weeks.ts';

type Actor = { by: 'admin' | 'directory' | 'operator' | 'provider'; byName?: string | undefined };

/** `others`: the last item of a list that names only the first. */
const nameFirst = (names: readonly string[], more: number, others: string): string[] =>
  more > 0 ? [...names, `${more} ${others}`] : [...names];

export const en = {
  count: (number: number, one: string, many?: string): string => pluralize(number, one, many),
  formatDay,
  formatMonth,
  formatWeek,
  scoreTitles: scoreTitles as Record<Dimension, string>,
  roles: {
    senior_manager: 'senior manager',
    senior_leadership: 'senior leadership',
    people_team: 'People Team',
    admin: 'admin',
  } as Record<Role, string>,
  /** Who did it, at the beginning of a sentence. */
  nameActor: ({ by, byName }: Actor): string =>
    ({
      admin: byName ?? 'An admin',
      directory: 'Your directory',
      operator: 'The operator of the service',
      provider: 'Your identity provider',
    })[by],
  /** A list of names, and how many it leaves out. */
  nameSome: (names: readonly string[], more = 0): string[] => nameFirst(names, more, 'more'),
};

const german = createDateFormats('de-DE');

export const de: typeof en = {
  count: (number, one, many) => pluralize(number, one, many, 'de'),
  formatDay: german.formatDay,
  formatMonth: german.formatMonth,
  formatWeek: (date) => `Woche vom ${german.formatDay(toMonday(date))}`,
  scoreTitles: {
    qualityOfWork: 'Qualität der Arbeit',
    personalWellbeing: 'Persönliches Wohlbefinden',
    professionalWellbeing: 'Berufliches Wohlbefinden',
  },
  roles: {
    senior_manager: 'obere Führungskraft',
    senior_leadership: 'Unternehmensleitung',
    people_team: 'People-Team',
    admin: 'Admin',
  },
  nameActor: ({ by, byName }) =>
    ({
      admin: byName ?? 'Ein Admin',
      directory: 'Ihr Verzeichnisdienst',
      operator: 'Der Betreiber des Dienstes',
      provider: 'Ihr Identitätsanbieter',
    })[by],
  nameSome: (names, more = 0) => nameFirst(names, more, 'weitere'),
};
