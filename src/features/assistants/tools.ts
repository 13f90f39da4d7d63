// The tools of assistants, made from the declarations of endpoints: one tool an endpoint that has `tool`. Nothing about a tool is written
// twice: its name, arguments and texts are those of the endpoint, and a call of it is a request of that endpoint.
import type { Tool as ProtocolTool } from '@modelcontextprotocol/server';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { isInPages } from '../../platform/http/response/next-page.ts';
import { createSchemaWriter } from '../../platform/http/openapi/schemas.ts';
import { sayDeprecation } from '../../platform/schema/deprecation.ts';
import { nameHolders } from '../../platform/permissions.ts';

type Json = Record<string, unknown>;

/**
 * - `rows`: the field of its answer that is a list, if that can be answered in parts; `items` of an answer that is a list as a whole
 * - `hasCursor`: the endpoint answers in parts itself
 * - `texts`: the fields of its answer that people wrote, as JSON Pointers in which `*` is any place of a list
 */
export type Tool = {
  name: string;
  declared: Endpoint;
  isChange: boolean;
  rows: string | null;
  hasCursor: boolean;
  texts: readonly string[];
  definition: ToolDefinition;
};
type Properties = NonNullable<ProtocolTool['inputSchema']['properties']>;
export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: { type: 'object'; properties: Properties; required: string[]; additionalProperties: false };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false };
};

/** The argument by which a list that has no cursor of its own is continued. */
export const partArgument = 'part';
export const keyArgument = 'idempotencyKey';

/** The tools of endpoints, in their order. */
export function createTools(endpoints: readonly Endpoint[]): readonly Tool[] {
  return endpoints.filter(({ tool }) => tool !== undefined).map(createTool);
}

function createTool(declared: Endpoint): Tool {
  const isChange = declared.method !== 'GET' && declared.safe !== true;
  const rows = findRows(declared.response);
  const hasCursor = isInPages(declared);
  return {
    name: declared.operationId,
    declared,
    isChange,
    rows,
    hasCursor,
    texts: findTexts(declared.response, declared.response.type === 'array' ? '/items' : ''),
    definition: {
      name: declared.operationId,
      description: describe(declared),
      inputSchema: describeArguments(declared, { isChange, isInParts: rows !== null && !hasCursor }),
      annotations: {
        readOnlyHint: !isChange,
        destructiveHint: isChange && declared.method !== 'POST',
        idempotentHint: !isChange || declared.method === 'PUT' || declared.method === 'DELETE',
        openWorldHint: false,
      },
    },
  };
}

/** What it does, what else to know, who may call it, what it changes. */
function describe({ summary, deprecated, description, permission, effects }: Endpoint): string {
  const holders = permission ? `For: ${nameHolders(permission)}` : '';
  return [summary, deprecated && sayDeprecation(deprecated), description, holders, effects && `Changes: ${effects}`]
    .filter(Boolean)
    .join(' ');
}

/** Path, query and body as one flat object. A name stands in one of them, which the tests assert. */
function describeArguments(
  { params, query, body, bodyOptional }: Endpoint,
  { isChange, isInParts }: { isChange: boolean; isInParts: boolean },
): ToolDefinition['inputSchema'] {
  const { writeSchema } = createSchemaWriter([]);
  const parts = [params, query, ...(body ? listAlternatives(body) : [])].filter((part) => part !== undefined);
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, TSchema>;
  const required = [params.required ?? [], query?.required ?? [], bodyOptional ? [] : findRequired(body)].flat();
  const written = Object.entries(properties).map(([name, schema]) => [
    name,
    shorten(writeSchema(withoutNames(schema) as TSchema, 'request')),
  ]);
  return {
    type: 'object',
    properties: {
      ...(Object.fromEntries(written) as Properties),
      ...(isInParts && { [partArgument]: { type: 'string', description: 'nextPart of the result before' } }),
      ...(isChange && {
        [keyArgument]: {
          type: 'string',
          description: 'A text of your choice; a repeat with it gets the first answer, and changes nothing again',
        },
      }),
    },
    required,
    additionalProperties: false,
  };
}

/** The objects of which a body is one: clients refuse `anyOf` on top, so their fields stand side by side. */
function listAlternatives(body: TSchema): TObject[] {
  const alternatives = (body as Json)['anyOf'] as TObject[] | undefined;
  return alternatives ?? [body as TObject];
}

/** What every alternative requires. */
function findRequired(body: TSchema | undefined): string[] {
  const [first = [], ...others] = (body ? listAlternatives(body) : []).map(({ required = [] }) => required);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/** A schema in which nothing has a name, so that it is written inline. */
function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _name, usage, ...rest } = schema as Json;
  const described = usage === undefined ? rest : { ...rest, description: usage };
  return Object.fromEntries(Object.entries(described).map(([key, value]) => [key, withoutNames(value)]));
}

/** Leaves out what an assistant does not need: the endpoint checks patterns, and says in words what it expects. */
function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => key !== 'pattern' && key !== 'examples');
  return Object.fromEntries(kept.map(([key, value]) => [key, shorten(value)]));
}

/** The only list of objects in an answer; null if it has none or several. */
function findRows(response: TSchema): string | null {
  if (response.type === 'array') return 'items';
  const fields = Object.entries((response as TObject).properties ?? {});
  const isList = ({ type, items }: TSchema): boolean => type === 'array' && (items as TSchema).type === 'object';
  const [list, ...others] = fields.filter(([, schema]) => isList(schema));
  return list && others.length === 0 ? list[0] : null;
}

/** The fields that hold texts of people. */
function findTexts(schema: TSchema, at: string): string[] {
  const { type, format, items, properties, anyOf } = schema as Json;
  if (format === 'text') return [at];
  if (type === 'array' && items !== undefined) return findTexts(items as TSchema, `${at}/*`);
  const alternatives = ((anyOf as TSchema[] | undefined) ?? []).flatMap((one) => findTexts(one, at));
  const fields = Object.entries((properties as Record<string, TSchema> | undefined) ?? {});
  const found = [...alternatives, ...fields.flatMap(([name, part]) => findTexts(part, `${at}/${name}`))];
  return [...new Set(found)];
}
