// Partners: who has the sight of the People Team for a part of the company. cypher/includes/is_in_part.cypher says for whom. A partner is requested
// and approved as in role-requests/approvals.ts.
import { type Static } from '@sinclair/typebox';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { fail } from '../../platform/errors.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';
import { endPart } from './name-partners.ts';
import { Part, PartsOfUser } from './schema.ts';

const permission = 'partner:manage';
const permittedRoles = rolesThatHold(permission);

const listPartsOfUser = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/partners',
  operationId: 'listPartsOfUser',
  summary: 'List the partners of a user, and of which parts of the company the user is one.',
  permission: 'chain:read',
  response: PartsOfUser,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, graph, now }) {
    type Found = { standing: Standing; userFound: boolean } & Static<typeof PartsOfUser>;
    const { standing, userFound, partners, parts } = await graph.one<Found>('partners/list_of_user', { userId, now });
    if (!userFound) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    permit(standing, 'chain:read');
    return { partners, parts };
  },
});

const listParts = defineList({
  path: '/admin/partners',
  operationId: 'listParts',
  summary: 'List the parts of the company that have a partner.',
  description: 'Now or later. `POST /admin/approvals/partner` requests one, and another admin approves it.',
  permission,
  item: Part,
  load({ graph, now }, page) {
    return readPermittedPage<Part>(graph, permission, 'partners/list', { ...page, permittedRoles, now });
  },
});

const readPart = defineEndpoint({
  method: 'GET',
  path: '/admin/partners/{partId}',
  operationId: 'getPart',
  summary: 'Get a part of the company that has a partner.',
  permission,
  response: Part,
  errors: ['PART_NOT_FOUND'],
  async handler({ params: { partId }, graph, now }) {
    type Found = { standing: Standing; part: Part | null };
    const { standing, part } = await graph.one<Found>('partners/read', { partId, permittedRoles, now });
    permit(standing, permission);
    return part ?? fail('PART_NOT_FOUND');
  },
});

const endPartner = defineEndpoint({
  method: 'DELETE',
  path: '/admin/partners/{partId}',
  operationId: 'endPart',
  summary: 'End that somebody is the partner of a part of the company.',
  effects:
    'They read about these people no longer, from the next request on. They, the head, the admins and the People Team are told. What a group ' +
    'of a directory gives ends with the membership, or as a whole.',
  audit: 'partner.end',
  permission,
  resource: { read: readPart, lock: (graph) => graph.write('partners/lock', { permittedRoles }) },
  errors: ['PART_NOT_FOUND', 'PART_OF_GROUP'],
  handler({ params: { partId }, graph, now, newId }) {
    const restartIds = createRepeatableIds(newId);
    return graph.atomically(async (tx) => {
      const nextId = restartIds();
      const ids = { auditId: nextId(), eventId: nextId() };
      const { standing, isEnded } = await endPart(tx, { partId, permittedRoles }, { ...ids, now });
      permit(standing ?? fail('UNAUTHENTICATED'), permission);
      if (!isEnded) fail('PART_NOT_FOUND');
    });
  },
});

export const partners = [listPartsOfUser, listParts, readPart, endPartner];
