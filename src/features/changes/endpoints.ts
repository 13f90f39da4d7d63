// The change log: what happened in the last 30 days, for systems that keep a copy of the data.
import { Type } from '@sinclair/typebox';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import { ChangePage, changeTypeNames, type ChangeEntry } from '../../platform/schema/changes.ts';
import { strictObject, optionalField } from '../../platform/schema/values.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defaultLimit, pageParameters } from '../../platform/http/declaration/list.ts';

const path = '/changes';
/** How many entries one request reads to find entries of the requested types. */
const filteredSpan = 2_000;

const oneType = `(?:${changeTypeNames.map((name) => name.replace('.', '\\.')).join('|')})`;
/** Only for the OpenAPI document: a refusal lists the names, which a pattern would not. */
const someTypes = { pattern: `^${oneType}(?:,${oneType})*$` };

type Changes = {
  standing: Standing;
  items: (ChangeEntry & { sequence: number })[];
  end: number;
  openThrough: number;
  sweptThrough: number;
};

const listChanges = defineEndpoint({
  method: 'GET',
  path,
  operationId: 'listChanges',
  summary: 'List what happened.',
  description:
    'Oldest first, of the last 30 days. Follow `nextCursor` to read each change exactly once; the changes of one subject keep their ' +
    'order. An entry names the fields that changed, not their values. A cursor expires when changes behind it are deleted; then read ' +
    'all resources again and start without a cursor.',
  permission: 'changes:read',
  callers: ['user', 'changes:read'],
  query: Type.Object(
    {
      types: optionalField(
        Type.String({ format: 'text', minLength: 1, maxLength: 400, documented: someTypes }),
        'Only changes of these types, separated by commas',
        'summary.submitted,summary.edited',
      ),
      ...pageParameters,
    },
    strictObject,
  ),
  etag: false,
  response: ChangePage,
  errors: ['INVALID_CURSOR', 'CURSOR_EXPIRED'],
  async handler({ query: { types: list, limit = defaultLimit, cursor }, graph, cursors, callerKind }) {
    const types = list === undefined ? null : parseTypes(list);
    const binding = [path, types];
    const after = cursor === undefined ? null : (cursors.decode(cursor, binding)['after'] as number);
    const span = types === null ? limit : filteredSpan;
    const asService = callerKind === 'service';
    const params = { after, span, types, limit, asService, permittedRoles: rolesThatHold('changes:read') };
    const log = await graph.one<Changes>('changes/list', params);
    if (!asService) permit(log.standing, 'changes:read');
    if (after !== null && after < log.sweptThrough) return fail('CURSOR_EXPIRED');
    const items = log.items.slice(0, limit);
    const last = log.items.length > limit ? items.at(-1)?.sequence : undefined;
    const position = last ?? log.end;
    return {
      items: items.map(({ id, type, at, subject, changed, orgRevision }) => ({
        id,
        type,
        at,
        subject,
        changed,
        orgRevision,
      })),
      nextCursor: cursors.encode({ after: position }, binding),
      hasMore: position < log.openThrough,
    };
  },
});

/** @throws {ApiError} VALIDATION_ERROR for a type that does not exist */
function parseTypes(list: string): string[] {
  const types = [...new Set(list.split(','))].sort();
  const areKnown = types.every((type) => changeTypeNames.some((name) => name === type));
  if (areKnown) return types;
  return failInvalid([{ parameter: 'types', message: `types must be some of ${changeTypeNames.join(', ')}.` }]);
}

export const changes = [listChanges];
