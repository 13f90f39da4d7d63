// Renders a plan as one self-contained HTML page: the charts before and after side by side, and who gains and loses
// sight of whom.
import { Eta } from 'eta/core';
import type { Permission } from '../../../src/access/permissions.ts';
import { planFaultTexts } from '../../../src/chart/move-faults.ts';
import { buildTree } from '../../../src/chart/tree.ts';
import type { OrgPlan, OrgPlanPreview } from '../../../src/model/index.ts';
import { findChangedPermission } from '../../../src/org-plans/line-permissions.ts';
import type { People } from '../../../src/org-plans/preview.ts';
import type { SightStep } from '../../../src/org-plans/sight.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { style } from './page-style.ts';
import { planBranch, planPage, planStyle } from './plan-layout.ts';

const maxRows = 1_000;

const eta = new Eta();
eta.loadTemplate('@branch', planBranch);
eta.loadTemplate('@page', planPage);

/** What the page is made of. `paths` has everyone above a moved person, nearest first. */
type PlanReport = {
  tenant: string;
  plan: OrgPlan;
  preview: OrgPlanPreview;
  people: People;
  paths: { userId: string; before: string[]; after: string[] }[];
  sight: SightStep[];
};

type Branch = { name: string; about: string; mark: string; reports: Branch[] };

const figures: Record<keyof OrgPlanPreview['structure']['before'], string> = {
  people: 'People',
  layers: 'Layers',
  managers: 'Managers',
  managersWithOneReport: 'Managers with one direct report',
  meanSpan: 'Mean number of direct reports',
  p90Span: 'Direct reports, 90th percentile',
};

const permissionTexts: Partial<Record<Permission, string>> = {
  'summary:read': 'what they write',
  'summary:respond': 'the right to respond',
  'board:read': 'their board and profile',
};

/** Every value is escaped. @param now the creation time shown on the page */
export function renderPlanPage({ tenant, plan, preview, people, paths, sight }: PlanReport, now: Date): string {
  const nameOf = (id: string): string => people.get(id)?.name ?? id;
  const marks = {
    before: new Map(
      preview.moves.map(({ user, below }) => [user.id, `moves, ${pluralize(below, 'person', 'people')} below`]),
    ),
    after: new Map(preview.moves.map(({ user }) => [user.id, 'moved'])),
  };
  const draw = (when: 'before' | 'after'): Branch[] =>
    arrange(
      paths.map((path) => [path.userId, ...path[when]]),
      (id) => {
        const { jobTitle = '', team = '' } = people.get(id) ?? {};
        const about = [jobTitle, team].filter(Boolean).join(', ');
        return { name: nameOf(id), about, mark: marks[when].get(id) ?? '', reports: [] };
      },
    );
  const { before, after } = preview.structure;
  return eta.render('@page', {
    style: style + planStyle,
    tenant,
    plan,
    status: plan.status.replace('_', ' '),
    moves: pluralize(plan.moveCount, 'move'),
    createdAt: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    faults: preview.faults.map(
      ({ userId, code }) => `${userId === undefined ? 'The operator' : nameOf(userId)} ${planFaultTexts[code]}`,
    ),
    before: draw('before'),
    after: draw('after'),
    structure: Object.entries(figures).map(([name, title]) => ({
      title,
      before: before[name as keyof typeof before].toLocaleString('en'),
      after: after[name as keyof typeof after].toLocaleString('en'),
    })),
    viewers: preview.sight.viewers.map(({ user, gains, loses }) => ({ name: user.name, gains, loses })),
    rows: sight.slice(0, maxRows).map(({ viewerId, userId, change, place }) => ({
      viewer: nameOf(viewerId),
      person: nameOf(userId),
      change,
      what: permissionTexts[findChangedPermission(place, people.get(viewerId)?.roles ?? [])] ?? '',
    })),
    total: sight.length,
    left: Math.max(0, sight.length - maxRows),
  });
}

/** Arranges lines, each from a person to the top, as trees. Who is in several lines is there once. */
function arrange(lines: readonly (readonly string[])[], toBranch: (id: string) => Branch): Branch[] {
  const managers = new Map<string, string | undefined>();
  for (const line of lines) {
    line.toReversed().forEach((id, index, fromTop) => managers.set(id, fromTop[index - 1]));
  }
  return buildTree([...managers].map(([id, managerId]) => [id, managerId, toBranch(id)]));
}
