// Schemas of the values that resources consist of.
import { Type, type TObject, type TProperties, type TSchema, type TUnsafe } from '@sinclair/typebox';
import { roles } from '../permissions.ts';

/** The source of a regular expression for a UUID in lower case. */
export const uuidSource = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
/** Whether a value is an id as this service writes it: a UUID in lower case with its hyphens. */
export const isStoredUuid = (value: unknown): value is string =>
  typeof value === 'string' && storedUuidPattern.test(value);
const storedUuidPattern = new RegExp(`^${uuidSource}$`);

/** The source of a regular expression for the years that dates may have: 1900 to 2199. */
export const yearSource = '(19|20|21)\\d\\d';

/** Names a schema; OpenAPI lists it under this name. */
export const withName = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, $id: name });

/**
 * Describes a field or parameter for the OpenAPI document. `usage` is the description of a schema with a name, which keeps
 * its own.
 *
 * @param example a value of the field; the examples of requests and responses are built from these. Not needed for
 *   constants, enumerations, and objects and lists whose fields have examples
 */
export function field<S extends TSchema>(schema: S, description: string, ...example: [] | [example: unknown]): S {
  const text = schema.$id === undefined ? { description } : { usage: description };
  return { ...schema, ...text, ...(example.length > 0 && { examples: example }) };
}

/** A field that may be absent. */
export const optionalField = <S extends TSchema>(schema: S, description: string, ...example: [] | [example: unknown]) =>
  Type.Optional(field(schema, description, ...example));

/** A value, or null to clear it. */
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** The schema of a string that is one of the given values, and never of others: generated clients refuse them. */
export const stringEnum = <const Value extends string>(...values: Value[]): TUnsafe<Value> =>
  Type.Unsafe<Value>({ type: 'string', enum: values });

/**
 * The schema of a string that is one of the given values today. Responses may have others later, so the OpenAPI document
 * lists the known ones in words there: a client that was generated today accepts the values of tomorrow.
 */
export const openEnum = <const Value extends string>(...values: Value[]): TUnsafe<Value> =>
  Type.Unsafe<Value>({ type: 'string', enum: values, open: true });

/**
 * A part of a request whose faults the handler finds, since they must not refuse the whole. The OpenAPI document shows
 * `schema`, the validation passes everything.
 */
export const unchecked = (schema: TSchema): TUnsafe<unknown> => Type.Unsafe<unknown>({ documented: schema });

/** A UUID; capitals are converted to lower case. */
export const Uuid = Type.String({ format: 'uuid', lowercase: true });
/** A user, or `me` for the caller. */
export const MeOrUuid = Type.String({ format: 'me-or-uuid', lowercase: true, maxLength: 36 });
/** Up to 200 UUIDs, separated by commas. */
export const UuidList = Type.String({ format: 'uuid-list', lowercase: true, maxLength: 200 * 37 - 1 });
/** An existing calendar date from 1900 to 2199, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({ format: 'calendar-date', examples: ['2026-11-16'] });
/** An instant from 1900 to 2199 that a client writes, with any offset. */
export const Instant = Type.String({ format: 'instant' });
/** What `DayOrInstant` may be, in words. */
export const dayOrInstantExpected =
  'a date such as 2026-11-16, or an instant such as 2026-11-16T10:00:00Z, from 1900 to 2199 in UTC';
/** A calendar date or an instant, as a client writes them. */
export const DayOrInstant = Type.String({ format: 'day-or-instant', maxLength: 60 });
/** An instant in UTC, always with milliseconds, so the order of the strings is the order in time. */
export const Timestamp = Type.String({
  format: 'date-time',
  pattern: '\\.\\d{3}Z$',
  examples: ['2026-11-20T10:00:00.000Z'],
});
/** Unicode as sent, without NUL and lone surrogates; at most 10,000 characters. */
export const Text = Type.String({ format: 'text', maxLength: 10_000 });
/** The pattern of a text that is more than white space. */
export const notBlank = '\\S';
/** A title or a name that a caller writes: more than white space, at most 200 characters. */
export const ShortText = Type.String({ format: 'text', pattern: notBlank, maxLength: 200 });
export const NonEmptyText = Type.String({ format: 'text', minLength: 1, maxLength: 10_000 });
/** The pattern of a text that is not only white space, and has no control characters other than line feeds. */
export const plainText = '^(?=\\s*\\S)[^\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f]*$';
/** Text as `Text` that is not only white space. */
export const NonBlankText = Type.String({ format: 'text', pattern: notBlank, maxLength: 10_000 });
/** The tags of rich text, and the schemes of its links. */
export const richTextTags = 'p br b i em strong u s ul ol li a blockquote code pre'.split(' ');
export const linkSchemes = ['http', 'https', 'mailto'];
/** Text with markup; others than `richTextTags` are removed when it is stored. */
export const RichText = Type.String({ format: 'text', maxLength: 10_000 });
const richTextRule =
  `HTML with the tags ${richTextTags.join(', ')} and links to ${linkSchemes.join(', ')}; other tags are removed and their text ` +
  'stays. Text without a tag is stored as it is; show it as HTML all the same';

/** Describes a field of rich text. */
export const richText = (description: string, example: string): typeof RichText =>
  field(RichText, `${description}: ${richTextRule}`, example);

/** The name of a role that is stored on a user. */
export const RoleName = withName('Role', openEnum(...roles));

/** A number of things. */
export const Count = Type.Integer({ minimum: 0 });

/** The response of a 204, which has no body. */
export const Nothing = Type.Null({ examples: [null] });

/** The position of a page, as the page before gave it. */
export const Cursor = Type.String({ format: 'cursor', maxLength: 4_000 });

export const strictObject = { additionalProperties: false } as const;

/** The schema of an object without other fields, with a name. */
export const namedObject = <P extends TProperties>(name: string, properties: P): TObject<P> =>
  withName(name, Type.Object(properties, strictObject));
