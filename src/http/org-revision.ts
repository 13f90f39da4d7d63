// Org-Revision: an answer to a change names the state of the database after it. A later read with this value may be answered
// by a follower of the cluster, once it has caught up.
import type { SecretBox } from '../secret-box.ts';

/** A tenant at a time: a value holds for one tenant, and for a minute. */
type Moment = { tenantId: string; now: Date };

export type OrgRevisions = {
  /** Returns the value for a bookmark of the database. */
  seal(bookmark: string, moment: Moment): string;
  /**
   * Returns the bookmark of a value; null if the value is too old, or `seal` did not return it for this tenant. The
   * leader answers then, whose answer is current.
   */
  open(value: string, moment: Moment): string | null;
};

/**
 * Bounds by how much a follower may lag behind when it decides access: somebody who has lost access could otherwise keep an
 * old value, and read from a follower that no longer gets any changes.
 */
const maxAgeMs = 60_000;

/**
 * Creates the values of the header. They are encrypted, because a bookmark counts the transactions of all tenants, and
 * nobody may make one up: a follower would wait for a transaction that never comes.
 */
export function createOrgRevisions(box: SecretBox): OrgRevisions {
  return {
    seal: (bookmark, { tenantId, now }) => box.seal(JSON.stringify({ tenantId, at: now.getTime(), bookmark })),
    open(value, { tenantId, now }) {
      const opened = openBox(box, value);
      return opened?.tenantId === tenantId && now.getTime() - opened.at <= maxAgeMs ? opened.bookmark : null;
    },
  };
}

function openBox(box: SecretBox, value: string): { tenantId: string; at: number; bookmark: string } | null {
  try {
    return JSON.parse(box.open(value)) as { tenantId: string; at: number; bookmark: string };
  } catch {
    return null; // edited, or sealed with another key
  }
}
