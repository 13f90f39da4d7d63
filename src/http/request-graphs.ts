// The graphs of a request: that of the leader, and that of a follower for a read with Org-Revision.
import { createCallerGraph, type CallerGraph } from '../caller-graph.ts';
import type { GraphClient } from '../graph/client.ts';
import type { QueryScope } from '../graph/query-files.ts';
import type { Caller } from './caller.ts';
import type { OrgRevisions } from './org-revision.ts';

export type RequestGraphs = {
  leader: CallerGraph;
  /** Returns the graph of a follower; null for a request without a valid header, or where no follower is available. */
  openFollower(orgRevision: string | null): CallerGraph | null;
  /** Closes the lists that were opened in either graph. */
  closeLists(): void;
  /** The value of Org-Revision for the answer; null before a change is committed. */
  getRevision(): string | null;
};

type Services = { graph: GraphClient; revisions: OrgRevisions; now: () => Date };

/** Binds the graphs of a request to its caller. */
export function openRequestGraphs(
  { graph, revisions, now }: Services,
  { kind, tenantId }: Caller,
  scope: QueryScope,
): RequestGraphs {
  let bookmark: string | null = null;
  const onCommit = (committed: string): void => void (bookmark = committed);
  const leader = createCallerGraph(graph.bind({ ...scope, onCommit }), kind);
  let follower: CallerGraph | null = null;
  return {
    leader,
    openFollower(orgRevision) {
      const after = orgRevision === null ? null : revisions.open(orgRevision, { tenantId, now: now() });
      if (after !== null && graph.hasFollowers()) follower = createCallerGraph(graph.bind({ ...scope, after }), kind);
      return follower;
    },
    closeLists() {
      leader.closeLists();
      follower?.closeLists();
    },
    getRevision: () => (bookmark === null ? null : revisions.seal(bookmark, { tenantId, now: now() })),
  };
}
