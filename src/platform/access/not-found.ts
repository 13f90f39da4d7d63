// Which refusal an id gets that the tenant does not have: 403 for that of another tenant, else 404.
import { fail, type ErrorCode } from '../errors.ts';
import type { Graph } from '../graph/client.ts';

/** The refusals of ids that name nothing. */
type NotFoundCode = Extract<ErrorCode, `${string}_NOT_FOUND`>;

/**
 * Refuses an id that the tenant does not have: 403 if it belongs to another tenant, else 404.
 *
 * @param code the `notFound` of a row in the table of nodes
 * @throws {ApiError} FORBIDDEN or the given code, always
 */
export async function failNotFoundOrForbidden(
  graph: Pick<Graph, 'one'>,
  code: NotFoundCode,
  id: string,
): Promise<never> {
  const { exists } = await graph.one<{ exists: boolean | null }>('access/exists_in_any_tenant', { code, id });
  if (exists === null) throw new Error(`No row of the table of nodes has notFound ${code}.`);
  return fail(exists ? 'FORBIDDEN' : code);
}
