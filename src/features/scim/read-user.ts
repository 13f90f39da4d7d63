// From attributes and operations of SCIM, in the dialects of Okta and Entra, to what they say about a user.
import { ApiError } from '../../platform/errors.ts';
import { cleanName } from '../../platform/lib/names.ts';
import { normalizeEmail, normalizeReference, normalizeUserName } from '../organisation/import/columns.ts';
import type { PersonChange } from '../organisation/people/person.ts';
import { parseTimezone } from '../../platform/time/weeks.ts';
import { readAttributes, readFields, readOperations, type Operation } from './patch-operations.ts';
import { failScim } from './scim-error.ts';
import { ownSchema } from './schemas.ts';
import { isEmpty, readText } from './values.ts';

/** What a person has by the same name. */
export const sameFields = [
  'timezone',
  'employeeNumber',
  'externalId',
  'preferredLanguage',
  'newPerson',
  'givenName',
  'familyName',
  'department',
  'manager',
  'active',
] as const;
export type SameFields = Pick<PersonChange, (typeof sameFields)[number]>;

/** What a request says about a user. What it leaves out is absent; null removes. */
export type UserInput = SameFields & {
  userName?: string;
  email?: string;
  displayName?: string;
  formatted?: string;
  title?: string | null;
  locale?: string | null;
  /** From the address: a country and a part of it, as codes or names. */
  country?: string | null;
  state?: string | null;
  /** For somebody who leaves: the attributes that could not be read. */
  refused?: string[];
};

const maxAddressLength = 254;
/** Attributes of RFC 7643 that are not kept. Directories send some of them by default. */
const ignored = new Set(
  (
    'id meta schemas groups nickname profileurl usertype password phonenumbers ims photos ' +
    'entitlements roles x509certificates emails.type emails.primary emails.display addresses.formatted addresses.streetaddress addresses.locality ' +
    'addresses.postalcode addresses.type addresses.primary name.middlename ' +
    'name.honorificprefix name.honorificsuffix enterprise:costcenter enterprise:organization ' +
    'enterprise:division enterprise:manager.displayname'
  ).split(' '),
);

const newPersonPath = `${ownSchema}:newPerson`.toLowerCase();

type Setter = (input: UserInput, value: unknown, filter: Operation['filter']) => void;

const readParts = (input: UserInput, prefix: string, value: unknown): void => {
  for (const [part, inner] of Object.entries(readFields(value))) apply(input, { path: prefix + part, value: inner });
};

/** How each attribute is set. A value of null removes it. */
const setters: Record<string, Setter> = {
  username: (input, value) => void (input.userName = normalizeUserName(readText('userName', value, maxAddressLength))),
  emails: (input, value, filter) => {
    if (Object.keys(filter).length === 0) input.email = readAddress(chooseEmail(value));
    else if (isWork(filter['type'] ?? 'work')) input.email = readAddress(readFields(value)['value']);
  },
  'emails.value': (input, value, filter) => {
    if (filter['type'] === undefined || isWork(filter['type'])) input.email = readAddress(value);
  },
  addresses: (input, value, filter) => {
    if (isEmpty(value)) Object.assign(input, { country: null, state: null });
    else if (isWork(filter['type'] ?? 'work')) readAddressParts(input, chooseWork(value));
  },
  'addresses.country': (input, value, filter) => {
    if (isWork(filter['type'] ?? 'work')) input.country = readOptional('addresses.country', value);
  },
  'addresses.region': (input, value, filter) => {
    if (isWork(filter['type'] ?? 'work')) input.state = readOptional('addresses.region', value);
  },
  displayname: (input, value) => void (input.displayName = readText('displayName', value)),
  'name.formatted': (input, value) => {
    if (!isEmpty(value)) input.formatted = readText('name.formatted', value);
  },
  'name.givenname': (input, value) => void (input.givenName = readOptional('name.givenName', value)),
  'name.familyname': (input, value) => void (input.familyName = readOptional('name.familyName', value)),
  title: (input, value) => void (input.title = readOptional('title', value)),
  preferredlanguage: (input, value) => void (input.preferredLanguage = readOptional('preferredLanguage', value)),
  locale: (input, value) => void (input.locale = readOptional('locale', value)),
  timezone: (input, value) => {
    // Some directories keep names of their own; the request is about more than that.
    const timezone = readOptional('timezone', value);
    const known = timezone && parseTimezone(timezone);
    if (known || timezone === null) input.timezone = known;
  },
  externalid: (input, value) => void (input.externalId = readOptional('externalId', value)),
  active: (input, value) => void (input.active = readBoolean('active', value)),
  [newPersonPath]: (input, value) => void (input.newPerson = readBoolean('newPerson', value)),
  'enterprise:employeenumber': (input, value) =>
    void (input.employeeNumber = cleanName(readOptional('employeeNumber', value) ?? '') || null),
  'enterprise:department': (input, value) => void (input.department = readOptional('department', value)),
  'enterprise:manager': (input, value) => {
    if (namesManager(value)) input.manager = readManager(value);
  },
  'enterprise:manager.value': (input, value) => void (input.manager = readManager(value)),
  // beside a value, the $ref names the same manager, and an empty $ref means nothing
  'enterprise:manager.$ref': (input, $ref) => {
    if (!isEmpty($ref) && isEmpty(input.manager)) input.manager = readManager({ $ref });
  },
  name: (input, value) => {
    if (isEmpty(value)) Object.assign(input, { givenName: null, familyName: null });
    else readParts(input, 'name.', value);
  },
  [ownSchema.toLowerCase()]: (input, value) => readParts(input, `${ownSchema}:`, value),
  enterprise: (input, value) => {
    if (isEmpty(value)) Object.assign(input, { employeeNumber: null, department: null, manager: null });
    else readParts(input, 'enterprise:', value);
  },
};
/** Attributes that a user always has. */
const required = ['username', 'displayname', 'active', 'emails', 'emails.value'];

/**
 * Reads a whole resource, of POST or PUT. Attributes that are unknown or not kept are ignored.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function readUser(body: unknown): UserInput {
  const reading = startReading();
  for (const attribute of readAttributes(body)) {
    if (required.includes(attribute.path) && isEmpty(attribute.value)) continue;
    reading.attempt(attribute.path, () => void apply(reading.input, attribute));
  }
  reading.attempt('username', () => {
    if (reading.input.userName === undefined) failScim('invalidValue', 'userName is missing.');
  });
  return reading.finish();
}

/**
 * Reads the operations of a PATCH. Attributes that are not kept are ignored.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export function readUserPatch(body: unknown): UserInput {
  const { input, attempt, finish } = startReading();
  const onFault = (error: unknown): void =>
    attempt('operations', () => {
      throw error;
    });
  for (const { op, path, filter, value, hasPath } of readOperations(body, onFault)) {
    attempt(path, () => {
      if (op === 'remove' && required.includes(path) && isKept(path, filter)) {
        failScim('mutability', 'userName, displayName, emails and active cannot be removed.');
      }
      if (op === 'add' && path === 'emails' && isOfOtherType(value)) return;
      const isKnown = apply(input, { path, filter, value: op === 'remove' ? null : value });
      if (!isKnown && hasPath && !path.startsWith('urn:'))
        failScim('invalidPath', 'A path names an unknown attribute.');
    });
  }
  return finish();
}

/** A fault of one attribute refuses the request, unless it switches the user off: that depends on nothing else. */
function startReading() {
  const input: UserInput = {};
  const faults: { path: string; error: unknown }[] = [];
  return {
    input,
    attempt: (path: string, read: () => void): void => {
      try {
        read();
      } catch (error) {
        faults.push({ path, error });
      }
    },
    finish: (): UserInput => {
      const [first] = faults;
      if (!first) return input;
      if (input.active !== false || faults.some(({ error }) => !(error instanceof ApiError))) throw first.error;
      return { ...input, refused: faults.map(({ path }) => path) };
    },
  };
}

const isKept = (path: string, filter: Record<string, unknown>): boolean =>
  !path.startsWith('emails') || filter['type'] === undefined || isWork(filter['type']);

/** Returns whether the attribute is known. */
function apply(
  input: UserInput,
  { path, filter = {}, value }: { path: string; filter?: Record<string, unknown>; value: unknown },
): boolean {
  const name = path.toLowerCase();
  const setter = Object.hasOwn(setters, name) ? setters[name] : undefined;
  setter?.(input, value, filter);
  return setter !== undefined || ignored.has(name) || ignored.has(name.replace(/\..*/, ''));
}

const isWork = (type: unknown): boolean => typeof type === 'string' && type.toLowerCase() === 'work';

function readOptional(name: string, value: unknown): string | null {
  return isEmpty(value) ? null : readText(name, value);
}

/** Entra sends "True" and "False". */
function readBoolean(name: string, value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  return text === false || text === 'false' ? false : failScim('invalidValue', `${name} must be true or false.`);
}

function readAddress(value: unknown): string {
  return normalizeEmail(readText('emails.value', value, maxAddressLength));
}

/** Whether all addresses are of a type that is not kept. */
function isOfOtherType(value: unknown): boolean {
  const emails = [value].flat();
  const types = emails.map((email) => (typeof email === 'object' && email !== null ? readFields(email)['type'] : null));
  return types.length > 0 && types.every((type) => typeof type === 'string' && !isWork(type));
}

const chooseEmail = (value: unknown): unknown => (typeof value === 'string' ? value : chooseWork(value)['value']);

/** What is of type work, else the primary one, else the first. */
function chooseWork(value: unknown): Record<string, unknown> {
  const all = (Array.isArray(value) ? value : [value]).map(readFields);
  return all.find(({ type }) => isWork(type)) ?? all.find(({ primary }) => readFlag(primary)) ?? all[0] ?? {};
}

/** An address without a country says nothing about it. */
function readAddressParts(input: UserInput, { country, region }: Record<string, unknown>): void {
  if (country !== undefined) input.country = readOptional('addresses.country', country);
  if (region !== undefined) input.state = readOptional('addresses.region', region);
}

const readFlag = (value: unknown): boolean => value === true || String(value).toLowerCase() === 'true';

/** A manager with nothing but a display name says neither who it is nor that there is none. */
function namesManager(value: unknown): boolean {
  const [manager] = [value].flat();
  const fields = typeof manager === 'object' && manager !== null ? Object.keys(readFields(manager)) : [];
  return fields.length === 0 || fields.includes('value') || fields.includes('$ref');
}

/**
 * Whom a manager names: as a plain string (Entra), as `{value}` or as `{$ref}`. Null if it is empty, which removes the
 * manager.
 */
function readManager(value: unknown): string | null {
  if (isEmpty(value)) return null;
  if (typeof value !== 'string') {
    const { value: id, $ref } = readFields(Array.isArray(value) ? (value as unknown[])[0] : value);
    return readManager(typeof $ref === 'string' && isEmpty(id) ? $ref.split('/').at(-1) : (id ?? null));
  }
  return normalizeReference(readText('manager', value, maxAddressLength));
}
