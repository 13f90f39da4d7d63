// Schemas for the OpenAPI document: named ones become components, keywords of our validator become standard ones.
import type { TSchema } from '@sinclair/typebox';
import { notBlank, plainText, uuidSource, yearSource } from '../../schema/values.ts';

type Json = Record<string, unknown>;
/** Where a schema is used. Requests refuse unknown fields and values; responses may get further ones. */
type Place = 'request' | 'response';

const datePattern = `${yearSource}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])`;

/** Beyond ASCII characters are written as \u: to some languages, \x is a byte. */
const noControls = '[^\\x00-\\x09\\x0b-\\x1f\\x7f\\u0080-\\u009f]*';
/** Patterns of texts, with what their format demands, and without lookahead, which not every language has. */
const textPatterns = new Map<unknown, string>([
  [notBlank, '^[^\\x00]*[^\\s\\x00][^\\x00]*$'],
  [plainText, `^${noControls}[^\\s\\x00-\\x1f\\x7f\\u0080-\\u009f]${noControls}$`],
]);

/**
 * Standard keywords for our own formats. Texts are restricted only where clients write them. Each is one plain type, since
 * generated clients make types of them: a date has no pattern, which they would match against what they have parsed.
 */
const formats: Record<string, (schema: Json, place: Place) => Json> = {
  'calendar-date': () => ({ format: 'date' }),
  'date-time': () => ({ format: 'date-time', pattern: undefined }),
  instant: () => ({ format: 'date-time' }),
  'day-or-instant': () => ({ pattern: `^${datePattern}(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d))?$` }),
  'me-or-uuid': () => ({ pattern: `^(me|${uuidSource})$` }),
  'uuid-list': () => ({ pattern: `^${uuidSource}(,${uuidSource})*$` }),
  cursor: () => ({ pattern: '^[\\w-]+$' }),
  link: () => ({ format: 'uri-reference' }),
  text: ({ pattern }, place) => ({
    pattern: place === 'response' ? undefined : (textPatterns.get(pattern) ?? '^[^\\x00]*$'),
  }),
};

/**
 * Creates the function that writes schemas for the document, and the components that it fills. A schema with a name is
 * written as a reference. If requests use it as well as responses, and its fields differ between them, requests use
 * `<name>Input`.
 *
 * @param responses the schemas of all responses
 */
export function createSchemaWriter(responses: readonly TSchema[]) {
  const components: Record<string, Json> = {};
  const responseNames = new Set(responses.flatMap(listNames));

  function writeNamed(name: string, schema: Json, place: Place): string {
    const written = writeUnnamed(schema, place);
    const differs = JSON.stringify(written) !== JSON.stringify(writeUnnamed(schema, 'response'));
    const key = place === 'request' && differs && responseNames.has(name) ? `${name}Input` : name;
    components[key] ??= written;
    return `#/components/schemas/${key}`;
  }

  function writeUnnamed(schema: Json, place: Place): Json {
    const alternatives = mergeNull(schema);
    if (alternatives !== schema) return writeUnnamed(alternatives, place);
    const { format, additionalProperties, open } = schema;
    if (open === true && place === 'response') return writeUnnamed(listInWords(schema), place);
    const rest = Object.entries(omit(schema, 'format', 'lowercase', 'additionalProperties', 'open'));
    return {
      ...Object.fromEntries(rest.map(([key, value]) => [key, writeKeyword(key, value, place)])),
      ...(typeof format === 'string' && (formats[format]?.(schema, place) ?? { format })),
      ...((additionalProperties || (additionalProperties === false && place === 'request')) && {
        additionalProperties: writeKeyword('', additionalProperties, place),
      }),
    };
  }

  function writeKeyword(key: string, value: unknown, place: Place): unknown {
    if (typeof value !== 'object' || value === null || ['examples', 'enum', 'required', 'type'].includes(key))
      return value;
    if (Array.isArray(value)) return value.map((part) => writeSchema(part as Json, place));
    if (key !== 'properties') return writeSchema(value as Json, place);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, writeSchema(part as Json, place)]));
  }

  function writeSchema({ $id, usage, documented, ...schema }: Json, place: Place): Json {
    if (documented !== undefined) return writeSchema({ ...omit(schema, 'format'), ...(documented as Json) }, place);
    if (typeof $id !== 'string') return writeUnnamed(schema, place);
    return {
      $ref: writeNamed($id, omit(schema, 'examples', 'deprecated'), place), // these belong to this use
      ...(typeof usage === 'string' && { description: usage }),
      ...(schema['deprecated'] === true && { deprecated: true }),
    };
  }

  return { components, writeSchema: (schema: TSchema, place: Place): Json => writeSchema(schema, place) };
}
export type SchemaWriter = ReturnType<typeof createSchemaWriter>['writeSchema'];

/** Says in words which values an open enumeration has today. */
function listInWords({ enum: values, description, ...schema }: Json): Json {
  const known = `Today ${(values as string[]).map((value) => `\`${value}\``).join(', ')}; others may be added`;
  const text = typeof description === 'string' ? `${description}. ${known}` : known;
  return { ...omit(schema, 'open'), description: text };
}

/** `anyOf` of an unnamed schema and null as one schema of two types: generators make a nullable field of it, no union. */
function mergeNull(schema: Json): Json {
  const [value, absent, ...others] = (schema['anyOf'] ?? []) as Json[];
  if (value === undefined || absent?.['type'] !== 'null' || others.length > 0 || value['$id'] !== undefined)
    return schema;
  return { ...value, ...omit(schema, 'anyOf'), type: [value['type'], 'null'] };
}

/** A copy without some of its fields. */
export function omit(value: Json, ...names: string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function listNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $id } = value as Json;
  return [...(typeof $id === 'string' ? [$id] : []), ...Object.values(value).flatMap(listNames)];
}

/**
 * Builds an example of a schema from the examples of its fields.
 *
 * @param report called with the path of each field that has none
 */
export function buildExample(schema: TSchema, report: (path: string) => void = () => undefined, path = ''): unknown {
  const { examples, enum: words, properties, items, type, default: fallback } = schema as Json;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(words)) return words[0];
  if (properties) {
    const fields = Object.entries(properties as Record<string, TSchema>);
    return Object.fromEntries(fields.map(([name, part]) => [name, buildExample(part, report, `${path}.${name}`)]));
  }
  if (type === 'array' && items) return [buildExample(items as TSchema, report, `${path}[]`)];
  if (fallback === undefined) report(path);
  return fallback;
}
