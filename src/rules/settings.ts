// What a tenant can be set to: one table of names, meanings, checks and defaults. A new setting is a new entry.
import { Temporal } from 'temporal-polyfill';
import { isPolicyEntry } from '../notifications/preferences.ts';
import { roles, type Role } from './roles.ts';
import { parseSchedule } from './schedule.ts';

export type Value = string | number | string[];

/** A setting; `description` says what it is, `expects` which values it accepts (both within a sentence). */
export type Setting<T extends Value = Value> = {
  description: string;
  expects: string;
  /** What holds while the tenant has no value of its own. */
  default: T;
  /** The value that a text stands for; null when it stands for none. */
  parse(text: string): T | null;
};

/** The settings, in the order in which they are shown. Their names are properties of the Tenant node. */
export const settings = {
  name: {
    description: 'its name as people know it',
    expects: '1 to 200 characters on one line',
    default: 'your organisation',
    parse: parseName,
  },
  timezone: {
    description: 'the time zone its weeks and days follow',
    expects: 'a name like Europe/Berlin, or UTC',
    default: 'UTC',
    parse: parseTimezone,
  },
  nominationDays: {
    description: 'the days of the month on which nominations are open',
    expects: 'two days of the month such as 1-31 or 20-25, the earlier one first',
    default: '1-31',
    parse: parseDays,
  },
  trendLevel: {
    description: 'the false-discovery level of trend flags',
    expects: 'a number from 0.001 to 0.2',
    default: 0.05,
    parse: createNumberParser(0.001, 0.2),
  },
  minimumGroup: {
    description: 'departments smaller than this are never flagged',
    expects: 'a whole number from 3 to 100',
    default: 5,
    parse: createIntegerParser(3, 100),
  },
  trendRecentWeeks: {
    description: 'how many weeks, the last one included, trends hold against those before',
    expects: 'a whole number from 3 to 12',
    default: 5,
    parse: createIntegerParser(3, 12),
  },
  trendBaselineWeeks: {
    description: 'how many weeks before those they are held against',
    expects: 'a whole number from 12 to 104',
    default: 47,
    parse: createIntegerParser(12, 104),
  },
  digestTime: {
    description: 'when the weekly digest and the reminder to set goals go out, in its time zone',
    expects: 'a weekday and a time such as Monday 09:00, or off',
    default: 'Monday 09:00',
    parse: (text) => (parseSchedule(text) === 'invalid' ? null : text),
  },
  channelsOff: {
    description: 'channels that are switched off for types of notification, whatever people prefer',
    expects: 'type:channel pairs such as announcement:email,digest.weekly:email, or none',
    default: [] as string[],
    parse: parsePolicy,
  },
  elevatedRoles: {
    description: 'the roles that may read aiInsights in the motivators of others, where they may read those',
    expects: `roles such as people_team,admin (there are ${roles.join(', ')}), or none`,
    default: ['people_team', 'senior_leadership'] as Role[],
    parse: parseRoles,
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: (typeof settings)[Name]['default'] };

export const settingNames = Object.keys(settings) as SettingName[];

/**
 * The settings of a tenant: its own, and the defaults of those it has not. The one place where defaults are put in.
 *
 * @param tenant a tenant as a query returns it, with at least those settings that will be looked at
 */
export function resolveSettings(tenant: { readonly [Name in SettingName]?: Settings[Name] | null }): Settings {
  return Object.fromEntries(settingNames.map((name) => [name, tenant[name] ?? settings[name].default])) as Settings;
}

/**
 * Reads settings as a person writes them.
 *
 * @param texts text by name
 * @returns the values, and a sentence for each name that is none and each text that is not a value of its setting
 */
export function parseSettings(texts: Readonly<Record<string, string>>): {
  values: Partial<Settings>;
  faults: string[];
} {
  const values: Record<string, Value> = {};
  const faults: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const setting: Setting | undefined = Object.hasOwn(settings, name) ? settings[name as SettingName] : undefined;
    const value = setting?.parse(text) ?? null;
    if (value !== null) values[name] = value;
    else faults.push(setting ? `${name} takes ${setting.expects}.` : `There is no setting ${JSON.stringify(name)}.`);
  }
  return { values, faults };
}

/** A value as a person writes it. */
export function formatValue(value: Value): string {
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}

function parseName(text: string): string | null {
  const name = text.trim();
  return /^\P{Cc}{1,200}$/u.test(name) ? name : null;
}

/** In the spelling of the time-zone database. Old names without a place (EST, ROC) are unknown to Java, so to Neo4j. */
function parseTimezone(text: string): string | null {
  if (!/^([a-z_]+\/|utc$)/i.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return null;
  }
}

function parsePolicy(text: string): string[] | null {
  return parseList(text, isPolicyEntry);
}

function parseRoles(text: string): Role[] | null {
  return parseList(text, (word) => roles.some((role) => role === word)) as Role[] | null;
}

function parseList(text: string, isOne: (word: string) => boolean): string[] | null {
  const words = text === 'none' ? [] : text.split(',').map((word) => word.trim());
  return words.every(isOne) ? [...new Set(words)] : null;
}

function parseDays(text: string): string | null {
  const [, from, to] = /^([1-9]\d?)-([1-9]\d?)$/.exec(text) ?? [];
  return from && to && Number(from) <= Number(to) && Number(to) <= 31 ? text : null;
}

function createNumberParser(low: number, high: number): (text: string) => number | null {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    return number >= low && number <= high ? number : null;
  };
}

function createIntegerParser(low: number, high: number): (text: string) => number | null {
  const parse = createNumberParser(low, high);
  return (text) => (/^\d+$/.test(text) ? parse(text) : null);
}
