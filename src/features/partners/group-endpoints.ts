// What groups of a directory give their members: parts of the company. It is requested and approved as in role-requests/approvals.ts.
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { fail } from '../../platform/errors.ts';
import { createRepeatableIds } from '../../platform/lib/ids.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';
import { defineList, readPermittedPage } from '../../platform/http/declaration/list.ts';
import { endGivenPart } from './group-parts.ts';
import { GroupPart } from './schema.ts';

const permission = 'partner:manage';
const permittedRoles = rolesThatHold(permission);

const listGroupParts = defineList({
  path: '/admin/partner-groups',
  operationId: 'listGroupParts',
  summary: 'List the parts of the company whose partners are the members of a group.',
  description:
    'Now or later. `POST /admin/approvals/partner` requests it for a group of a directory, and another admin approves it.',
  permission,
  item: GroupPart,
  load({ graph, now }, page) {
    return readPermittedPage<GroupPart>(graph, permission, 'partners/list_given', { ...page, permittedRoles, now });
  },
});

const readGroupPart = defineEndpoint({
  method: 'GET',
  path: '/admin/partner-groups/{partId}',
  operationId: 'getGroupPart',
  summary: 'Get a part of the company whose partners are the members of a group.',
  permission,
  response: GroupPart,
  errors: ['PART_NOT_FOUND'],
  async handler({ params: { partId }, graph, now }) {
    type Found = { standing: Standing; part: GroupPart | null };
    const { standing, part } = await graph.one<Found>('partners/read_given', { partId, permittedRoles, now });
    permit(standing, permission);
    return part ?? fail('PART_NOT_FOUND');
  },
});

const endGroupPart = defineEndpoint({
  method: 'DELETE',
  path: '/admin/partner-groups/{partId}',
  operationId: 'endGroupPart',
  growsWith: ['people', 'groups'],
  summary: 'End that the members of a group are the partners of a part of the company.',
  effects:
    'They read about these people no longer, from the next request on. They, the head, the admins and the People Team are told.',
  audit: 'partner-group.end',
  permission,
  resource: { read: readGroupPart, lock: (graph) => graph.write('partners/lock', { permittedRoles }) },
  errors: ['PART_NOT_FOUND'],
  handler({ params: { partId }, graph, now, newId }) {
    const restartIds = createRepeatableIds(newId);
    return graph.atomically(async (tx) => {
      const context = { newId: restartIds(), now };
      const { standing, isEnded } = await endGivenPart(tx, { partId, permittedRoles }, context);
      permit(standing ?? fail('UNAUTHENTICATED'), permission);
      if (!isEnded) fail('PART_NOT_FOUND');
    });
  },
});

export const partnerGroups = [listGroupParts, readGroupPart, endGroupPart];
