// Which refusal an id gets that the tenant does not have: 403 for that of another tenant, else 404.
import { fail } from '../errors.ts';
import type { Graph } from '../graph/client.ts';

const nodeLabels = {
  USER_NOT_FOUND: 'User',
  MANAGER_NOT_FOUND: 'User',
  SUMMARY_NOT_FOUND: 'Summary',
  GOAL_NOT_FOUND: 'Goal',
  NOMINATION_NOT_FOUND: 'Nomination',
  NOTIFICATION_NOT_FOUND: 'Notification',
  IMPORT_JOB_NOT_FOUND: 'ImportJob',
  ORG_IMPORT_NOT_FOUND: 'OrgImport',
  PLAN_NOT_FOUND: 'OrgPlan',
  WEBHOOK_NOT_FOUND: 'Webhook',
  PROVIDER_NOT_FOUND: 'IdentityProvider',
  IDENTITY_NOT_FOUND: 'Identity',
  APPROVAL_NOT_FOUND: 'Approval',
} as const;

/**
 * Refuses an id that the tenant does not have: 403 if it belongs to another tenant, else 404.
 *
 * @throws {ApiError} FORBIDDEN or the given code, always
 */
export async function failNotFoundOrForbidden(
  graph: Pick<Graph, 'one'>,
  code: keyof typeof nodeLabels,
  id: string,
): Promise<never> {
  const params = { kind: nodeLabels[code], id };
  const { exists } = await graph.one<{ exists: boolean }>('access/exists_in_any_tenant', params);
  return fail(exists ? 'FORBIDDEN' : code);
}
