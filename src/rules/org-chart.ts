// The places of people in an org chart, computed from its lines: manager, depth, direct reports, and everyone below.

/** A person of the chart: id, id of the manager or null, active. */
export type ChartLine = readonly [id: string, managerId: string | null, active: boolean];

/**
 * A deactivated user is left out, and the people below count for the next active manager: `managerId` is that manager, absent at
 * the top of the chart; `depth` counts the active managers up to there. `reports` are the active people who report to the user
 * directly, `below` those at any level.
 */
export type ChartPlace = { managerId?: string; depth: number; reports: number; below: number };

export type OrgChart = {
  /** Managers come before the people below them. */
  add(lines: readonly ChartLine[]): void;
  /** Returns the place of an active person; null for others. Nobody can be added afterwards. */
  find(id: string): ChartPlace | null;
};

type Member = ChartPlace & { active: boolean; manager: Member | undefined };

/** Creates an empty chart. Takes time in proportion to its people, whatever its depth. */
export function createOrgChart(): OrgChart {
  const members = new Map<string, Member>();
  let isCounted = false;

  function createMember([, managerId, active]: ChartLine): Member {
    const manager = managerId === null ? undefined : members.get(managerId);
    if (manager && active) manager.reports += 1;
    const place = manager?.active ? { managerId: managerId ?? '', depth: manager.depth + 1 } : getPlaceBelow(manager);
    return { ...place, reports: 0, below: 0, active, manager };
  }

  function countBelow(): void {
    for (const { manager, active, below } of [...members.values()].reverse())
      if (manager) manager.below += below + (active ? 1 : 0);
    isCounted = true;
  }

  return {
    add(lines) {
      for (const line of lines) if (!members.has(line[0])) members.set(line[0], createMember(line));
    },
    find(id) {
      if (!isCounted) countBelow();
      const member = members.get(id);
      if (!member?.active) return null;
      const { managerId, depth, reports, below } = member;
      return { ...(managerId !== undefined && { managerId }), depth, reports, below };
    },
  };
}

/** People below a deactivated user stand where that user would. */
function getPlaceBelow(manager: Member | undefined): Pick<ChartPlace, 'managerId' | 'depth'> {
  if (manager?.managerId === undefined) return { depth: 0 };
  return { managerId: manager.managerId, depth: manager.depth };
}
