// The settings of a tenant: one table of descriptions, parsers and defaults. A new setting is a new entry.
import { isRegion } from '../time/holidays.ts';
import { isGroupRole, isGroupTeam } from './group-mappings.ts';
import { hasEachKindOnce, isRetentionRule } from './retention-rules.ts';
import { parseRateLimits } from './rate-limits.ts';
import { languages, type Language } from '../lib/languages.ts';
import { roles, type Role } from '../permissions.ts';
import { getCurrentMonday, parseTimezone } from '../time/weeks.ts';
import { parseSchedule, scheduleNames } from '../time/schedule.ts';
import { parseWorkingDays, usualWorkingDays } from '../time/working-days.ts';
import { hasEachRegionOnce, isRegionFreeDays, isRegionWorkingDays } from './calendars.ts';
import { isTeamSchedule } from './team-schedules.ts';

type Value = string | number | string[];

/** `description` and `expects` (the accepted values) are phrases that are inserted into sentences. */
type Setting<T extends Value = Value> = {
  description: string;
  expects: string;
  /** Applies while the tenant has no stored value. */
  default: T;
  /** Returns null if the text is not valid. */
  parse(text: string): T | null;
  /** It decides who may read, be or erase somebody: the admins and the People Team are told of a change. */
  isPower?: true;
};

const expectedTime = 'a weekday and a quarter of an hour such as Monday 09:00, or off';

/** In the order in which they are displayed. The names are properties of the Tenant node. */
export const settings = {
  name: {
    description: 'the name of the organisation',
    expects: '1 to 200 characters on one line',
    default: 'your organisation',
    parse: parseName,
  },
  timezone: {
    description: 'the time zone of its weeks and days',
    expects: 'a name such as Europe/Berlin, or UTC',
    default: 'UTC',
    parse: parseTimezone,
  },
  language: {
    description: 'the language of notifications to people who have no other',
    expects: `one of ${languages.join(', ')}`,
    default: 'en',
    parse: (text) => languages.find((language) => language === text) ?? null,
  },
  region: {
    description: 'the region whose public holidays hold for people without one of their own',
    expects: 'a country such as DE, a part of it such as DE-BY, or none',
    default: 'none',
    parse: (text) => (text === 'none' || isRegion(text) ? text : null),
  },
  workingDays: {
    description: 'the days of the week on which people work who, and whose region, have no others',
    expects: 'days of the week such as Sunday Monday Tuesday Wednesday Thursday',
    default: usualWorkingDays,
    parse: parseWorkingDays,
  },
  regionWorkingDays: {
    description: 'the days of the week on which people of a region work instead of these',
    expects: 'region=days pairs such as IL=Sunday Monday Tuesday Wednesday Thursday, each region once, or none',
    default: [] as string[],
    parse: (text) => parseList(text, isRegionWorkingDays, hasEachRegionOnce),
  },
  regionFreeDays: {
    description:
      'days that are public holidays of a region and of those below it, or are none, other than the calendar says',
    expects:
      'region=days pairs such as CA-ON=-2027-03-29 +2027-12-27, where + adds a free day and - strikes one, each region once, or none',
    default: [] as string[],
    parse: (text) => parseList(text, isRegionFreeDays, hasEachRegionOnce),
  },
  nominationDays: {
    description: 'the days of the month on which nominations are open',
    expects: 'two days of the month such as 1-31 or 20-25, the earlier one first',
    default: '1-31',
    parse: parseDays,
  },
  nominateKnownTeamsOnly: {
    description: 'whether only teams that exist can be nominated',
    expects: 'on or off',
    default: 'off',
    parse: parseOneOf('on', 'off'),
  },
  managersAsk: {
    description: 'whether managers may ask questions to the people below them',
    expects: 'on or off',
    default: 'off',
    parse: parseOneOf('on', 'off'),
  },
  assistants: {
    description: 'what assistants may do with the sight of the person for whom they act',
    expects: 'off, read or write',
    default: 'off',
    isPower: true,
    parse: parseOneOf('off', 'read', 'write'),
  },
  minimumGroup: {
    description: 'the minimum number of people in a number about a group',
    expects: 'a whole number from 3 to 100',
    default: 5,
    isPower: true,
    parse: (text) => (/^\d+$/.test(text) && Number(text) >= 3 && Number(text) <= 100 ? Number(text) : null),
  },
  opens: {
    description: 'when people without a goal for the week are reminded to set one',
    expects: expectedTime,
    default: 'Monday 09:00',
    parse: parseTime,
  },
  due: {
    description: 'when people who have not written their summary of the week are reminded that it is due',
    expects: expectedTime,
    default: 'Friday 15:00',
    parse: parseTime,
  },
  lastCall: {
    description: 'when they are reminded once more',
    expects: expectedTime,
    default: 'Monday 08:00',
    parse: parseTime,
  },
  digest: {
    description: 'when the weekly digest is sent',
    expects: expectedTime,
    default: 'Monday 09:00',
    parse: parseTime,
  },
  teamSchedules: {
    description: 'the times that teams have instead of these',
    expects: `team=name and time pairs such as Payments=due Thursday 16:00 (names are ${scheduleNames.join(', ')}), or none`,
    default: [] as string[],
    parse: (text) => parseList(text, isTeamSchedule),
  },
  channelsOff: {
    description: 'notification channels that are switched off by type, regardless of preferences',
    expects: 'type:channel pairs such as announcement:email,digest.weekly:email, or none',
    default: [] as string[],
    parse: (text) => parseList(text, isPolicyEntry), // which types and channels there are: settings/parse-settings.ts
  },
  rateLimits: {
    description: 'limits of requests instead of those in RATE_LIMITS, while that is set',
    expects: 'requests per seconds such as caller=600/60,tenant=6000/60, default, or off',
    default: 'default',
    parse: (text) => (text === 'default' || text === 'off' || parseRateLimits(text) ? text : null),
  },
  planApproval: {
    description:
      'whether a plan of a reorganisation needs the approval of an admin who is not its author; moves without a plan need none',
    expects: 'none or second_admin',
    default: 'none',
    isPower: true,
    parse: parseOneOf('none', 'second_admin'),
  },
  roleApproval: {
    description:
      'whether roles with tenant scope, deputies that admins name, moves that let somebody see more who is not an established manager, first sign-ins that an admin made possible, and ending planApproval need the approval of an admin who did not request it',
    expects:
      'none or second_admin; while it is second_admin, who operates the service sets it, establishedDays, groupRoles and elevatedRoles',
    default: 'none',
    isPower: true,
    parse: parseOneOf('none', 'second_admin'),
  },
  establishedDays: {
    description:
      'after how many days an admin alone may move people below a manager, where roleApproval is second_admin; a manager whom a directory or the operator gave a report is established at once',
    expects: 'a whole number from 1 to 365',
    default: 30,
    isPower: true,
    parse: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 365 ? Number(text) : null),
  },
  retention: {
    description:
      'how many days things are kept; older ones are deleted every day, for the first time a day after the admins are told',
    expects:
      'kind=days pairs such as notifications=90,deliveries=7,summaries=730,audit=1095 (summaries and audit 365 or more, notifications 30), or none',
    default: [] as string[],
    isPower: true,
    parse: (text) => parseList(text, isRetentionRule, hasEachKindOnce),
  },
  groupRoles: {
    description: 'the roles that groups of a directory give to their members',
    expects: 'group=role pairs such as IT admins=admin,HR=people_team, or none',
    default: [] as string[],
    isPower: true,
    parse: (text) => parseList(text, isGroupRole),
  },
  groupTeams: {
    description: 'the teams that groups of a directory stand for',
    expects: 'group=team pairs such as Payments squad=Payments, or none',
    default: [] as string[],
    isPower: true,
    parse: (text) => parseList(text, isGroupTeam),
  },
  elevatedRoles: {
    description: 'the roles that may read aiInsights in motivators of others that they may read',
    expects: `roles such as people_team,admin (there are ${roles.join(', ')}), or none`,
    default: ['people_team', 'senior_leadership'] as Role[],
    isPower: true,
    parse: parseRoles,
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: NonNullable<ReturnType<(typeof settings)[Name]['parse']>> };
/** As a tenant has stored them; without a value the default applies. */
export type TenantSettings = Partial<Settings>;

export const settingNames = Object.keys(settings) as SettingName[];

/** Whether a setting decides who may read, be or erase somebody. */
export const isPower = (name: SettingName): boolean => 'isPower' in settings[name];

/**
 * Adds the defaults to the stored settings of a tenant. A query that decides by a setting gets its default as a parameter; the time zone
 * `UTC` and the approval `none` stand in queries.
 *
 * @param tenant must include the stored settings that the caller will read
 */
export function resolveSettings(tenant: { readonly [Name in SettingName]?: Settings[Name] | null }): Settings {
  return Object.fromEntries(settingNames.map((name) => [name, tenant[name] ?? settings[name].default])) as Settings;
}

/**
 * Parses settings from text.
 *
 * @param texts by name of the setting
 * @returns the valid values, and a sentence for each unknown name and each invalid text
 */
export function parseSettings(texts: Readonly<Record<string, string>>): { values: TenantSettings; faults: string[] } {
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

/** Formats a value so that its setting can parse it. */
export function formatValue(value: Value): string {
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}

/** The form of an entry: a type of notifications and one of its channels. */
const isPolicyEntry = (entry: string): boolean => /^[\w.]+:\w+$/.test(entry);

function parseName(text: string): string | null {
  const name = text.trim();
  return /^\P{Cc}{1,200}$/u.test(name) ? name : null;
}

function parseTime(text: string): string | null {
  return parseSchedule(text) === 'invalid' ? null : text;
}

function parseRoles(text: string): Role[] | null {
  return parseList(text, (word) => roles.some((role) => role === word)) as Role[] | null;
}

function parseList(
  text: string,
  isValid: (word: string) => boolean,
  areValid: (words: string[]) => boolean = () => true,
): string[] | null {
  const words = text === 'none' ? [] : [...new Set(text.split(',').map((word) => word.trim()))];
  return words.every(isValid) && areValid(words) ? words : null;
}

/** The parser of a setting that has one of a few words. */
function parseOneOf<const Word extends string>(...words: Word[]): (text: string) => Word | null {
  return (text) => words.find((word) => word === text) ?? null;
}

function parseDays(text: string): string | null {
  const [, from, to] = /^([1-9]\d?)-([1-9]\d?)$/.exec(text) ?? [];
  return from && to && Number(from) <= Number(to) && Number(to) <= 31 ? text : null;
}

/** Returns the Monday of the tenant's current week. */
export function getWeekOf(tenant: TenantSettings, now: string): string {
  return getCurrentMonday(now, resolveSettings(tenant).timezone);
}

/**
 * The first language of the service in what is said of a person: a tag (`de`, `de-AT`, `de_AT`), or several as in
 * Accept-Language; otherwise that of the tenant.
 */
export function chooseLanguage(said: string | null | undefined, otherwise: Language): Language {
  const names = (said ?? '').split(',').map((tag) => tag.trim().split(/[-_;]/, 1)[0]?.toLowerCase());
  const known = names.find((name): name is Language => languages.some((language) => language === name));
  return known ?? otherwise;
}
