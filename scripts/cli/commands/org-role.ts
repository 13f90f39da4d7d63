// checkin org role request, ls, approve, reject.
import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import { rolesThatManageUsers, tenantWideRoles, type Role } from '../../../src/access/permissions.ts';
import type { Graph } from '../../../src/graph/client.ts';
import type { RoleRequest } from '../../../src/model/index.ts';
import { findPerson } from '../../../src/org/find-person.ts';
import { changeRoleRequest, type RoleRequestChange } from '../../../src/org/role-requests.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller, type Acting } from '../caller.ts';
import { print, printJson } from '../output.ts';

type Options = { tenant: string; json?: true };
const permission = 'user:manage';
const permittedRoles = rolesThatManageUsers;
const pageSize = 200;

export function define(command: Command): void {
  const action = command.name() as 'request' | 'ls' | 'approve' | 'reject';
  command.addOption(tenantOption()).option('--json', 'print the outcome as JSON');
  if (action === 'ls') {
    command.action(async ({ tenant, json }: Options) => {
      const requests = await withCaller(tenant, permission, listRequests);
      if (json) return printJson(requests);
      for (const { id, user, role, requester, requesterId } of requests)
        await print([id, user.name, role, requester?.name ?? requesterId].join('\t'));
    });
  } else if (action === 'request') {
    command.addArgument(new Argument('<role>', 'the role').choices(tenantWideRoles));
    command.action(async (email: string, role: Role, options: Options) =>
      run(options, async (acting) => {
        const { id } = await findPerson(acting.graph, acting.tenantId, email);
        return change(acting, id, { action, role });
      }),
    );
  } else {
    command.action(async (requestId: string, options: Options) =>
      run(options, async (acting) => {
        const request = (await listRequests(acting)).find(({ id }) => id === requestId);
        if (!request) throw new Error('No request of this id waits; "checkin org role ls" lists them.');
        return change(acting, request.user.id, { action, requestId });
      }),
    );
  }
}

async function run({ tenant, json }: Options, work: (acting: Acting) => Promise<{ id: string }>): Promise<void> {
  const outcome = await withCaller(tenant, permission, work);
  await (json ? printJson(outcome) : print(outcome.id));
}

const change = ({ own, asOperator }: Acting, userId: string, wanted: RoleRequestChange) =>
  changeRoleRequest(own, userId, wanted, {
    ...{ now: new Date().toISOString(), newId: () => randomUUID() },
    ...(!asOperator && { permittedRoles }),
  });

async function listRequests({ own, asOperator }: { own: Graph; asOperator: boolean }): Promise<RoleRequest[]> {
  const requests: RoleRequest[] = [];
  for (let after: { id: string } | null = null; ;) {
    const params = { after, limit: pageSize, asOperator, permittedRoles };
    const { items } = await own.one<{ items: (RoleRequest & { position: object })[] }>(
      'people/list_role_requests',
      params,
    );
    requests.push(...items.slice(0, pageSize).map(({ position: _position, ...item }) => item));
    const last = requests.at(-1);
    if (items.length <= pageSize || !last) return requests;
    after = { id: last.id };
  }
}
