// The body of a request, from fields. The document of the API knows the types of their values.
import { WrongCall } from './wrong-call.ts';

/** A schema of the document, as far as it tells the type of a value. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = { requestBody?: { content?: Record<string, { schema?: Schema }> } };
export type Document = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

export type Field = readonly [name: string, text: string];
type Values = { [name: string]: unknown };

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Builds the body of a request. A dot in a name leads into an object, and a value gets the type that the document gives to
 * the field. A field that it does not know is a text: the API says what is wrong with it.
 *
 * @param path without the version prefix
 * @throws {WrongCall} if two fields contradict each other
 */
export function buildBody(fields: readonly Field[], document: Document, method: string, path: string): Values {
  const body = createObject();
  const { components: { schemas = {} } = {} } = document;
  const alternativesOf = (schema: Schema | undefined): Schema[] => listAlternatives(schema, schemas);
  const typesOf = (schema: Schema | undefined): string[] => alternativesOf(schema).flatMap(({ type }) => type ?? []);
  const bodySchema = findBodySchema(document, method, path);
  for (const [name, text] of fields) {
    const names = name.split('.');
    const last = names.pop() ?? '';
    let schema = bodySchema;
    let object = body;
    for (const one of names) {
      schema = findProperty(alternativesOf(schema), one);
      object = openObject(object, one) ?? contradict(name);
    }
    schema = findProperty(alternativesOf(schema), last);
    const present = object[last];
    const value = toValue(text, typesOf(schema));
    if (value === text && typesOf(schema).includes('array') && !typesOf(schema).includes('string')) {
      if (present !== undefined && !Array.isArray(present)) contradict(name);
      const { items } = alternativesOf(schema).find((one) => one.items) ?? {};
      object[last] = [...((present as unknown[] | undefined) ?? []), toValue(text, typesOf(items))];
    } else if (present === undefined) object[last] = value;
    else contradict(name);
  }
  return body;
}

/** Any name may be a key, also `__proto__`. */
const createObject = (): Values => Object.create(null) as Values;

/** Returns the object at a name, which is made if there is nothing; null if there is something else. */
function openObject(values: Values, name: string): Values | null {
  const value = (values[name] ??= createObject());
  return typeof value === 'object' && !Array.isArray(value) ? (value as Values | null) : null;
}

function contradict(name: string): never {
  throw new WrongCall(`-f ${name} is given twice, or together with a field of it.`);
}

/** The types of a text win: `-f title=2026` is a title. What fits no type is sent as it is, for the API to refuse. */
function toValue(text: string, types: readonly string[]): unknown {
  const has = (...names: string[]): boolean => names.some((name) => types.includes(name));
  if (has('null') && text === 'null') return null;
  if (has('string')) return text;
  if (has('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (has('integer', 'number') && number.test(text)) return Number(text);
  const isJson = (has('array') && text.startsWith('[')) || (has('object') && text.startsWith('{'));
  if (!isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the schema of the body of an operation. A path without variables comes before one with them. */
function findBodySchema({ paths = {} }: Document, method: string, path: string): Schema | undefined {
  const variables = (template: string): number => template.split('{').length;
  const [operations] = Object.entries(paths)
    .filter(([template]) => toPattern(template).test(path))
    .sort(([one], [other]) => variables(one) - variables(other))
    .map(([, found]) => found);
  return Object.values(operations?.[method.toLowerCase()]?.requestBody?.content ?? {})[0]?.schema;
}

const toPattern = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`);

/** Returns a schema and the schemas that it consists of, with what they refer to. */
function listAlternatives(schema: Schema | undefined, schemas: Record<string, Schema>): Schema[] {
  const found = new Set<Schema>();
  const add = (one: Schema | undefined): void => {
    if (!one || found.has(one)) return;
    found.add(one);
    if (one.$ref !== undefined) add(schemas[one.$ref.replace('#/components/schemas/', '')]);
    for (const part of [one.anyOf, one.oneOf, one.allOf]) part?.forEach(add);
  };
  add(schema);
  return [...found];
}

function findProperty(alternatives: readonly Schema[], name: string): Schema | undefined {
  const anyOf = alternatives.flatMap(({ properties = {}, additionalProperties: others }) => {
    if (Object.hasOwn(properties, name)) return properties[name] ?? [];
    return typeof others === 'object' ? others : [];
  });
  return anyOf.length > 0 ? { anyOf } : undefined;
}
