// Renders a plan as one self-contained HTML page: the charts before and after side by side, and who gains and loses
// sight of whom.
import type { Permission } from '../../../src/platform/access/permissions.ts';
import { planFaultTexts } from '../../../src/platform/chart/move-faults.ts';
import { buildTree } from '../../../src/platform/chart/tree.ts';
import type { OrgPlan, OrgPlanPreview } from '../../../src/features/org-plans/schema.ts';
import { findChangedPermission } from '../../../src/features/org-plans/line-permissions.ts';
import type { People } from '../../../src/features/org-plans/preview.ts';
import type { SightStep } from '../../../src/features/org-plans/sight.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { formatMinute } from '../../../src/platform/time/weeks.ts';
import { createTemplates, layOutDocument } from './document-layout.ts';

const maxRows = 1_000;

/** A person of a chart, with those below who are concerned. */
const planBranch = `<li><div class="leaf"><strong<%~ it.mark ? ' class="moved"' : '' %>><%= it.name %></strong> <span><%= it.about %></span><% if (it.mark) { %> <small><%= it.mark %></small><% } %></div>
<% if (it.reports.length > 0) { %><ul><% for (const report of it.reports) { %><%~ include('@branch', report) %><% } %></ul><% } %></li>
`;

const planStyle = `
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 32px; margin: 18px 0 0; }
.moved { color: var(--accent); }
.faults { color: var(--down); margin: 12px 0 0; padding-left: 20px; }
@media (max-width: 640px) { .pair { grid-template-columns: 1fr; } }
`;

/** The whole document. */
const planPage = layOutDocument({
  title: '<%= it.plan.name %>',
  contains: 'names',
  ownStyle: planStyle,
  content: `<p class="faint"><%= it.moves %> · <%= it.status %><% if (it.plan.effectiveOn) { %> · for <%= it.plan.effectiveOn %><% } %><% if (it.plan.author) { %> · by <%= it.plan.author.name %><% } %><% if (it.plan.approvedBy) { %> · approved by <%= it.plan.approvedBy.name %><% } %> · created <%= it.createdAt %></p>
</header>
<% if (it.faults.length > 0) { %>
<section id="faults">
<h2>Faults</h2>
<p class="faint">The plan cannot be applied.</p>
<ul class="faults"><% for (const fault of it.faults) { %><li><%= fault %></li><% } %></ul>
</section>
<% } %>
<section id="charts">
<h2>Before and after</h2>
<p class="faint">Those who move, and everyone above them. Everyone below moves along, unless they move themselves.</p>
<div class="pair">
<div><h3>At present</h3><ul class="tree"><% for (const top of it.before) { %><%~ include('@branch', top) %><% } %></ul></div>
<div><h3>After the moves</h3><ul class="tree"><% for (const top of it.after) { %><%~ include('@branch', top) %><% } %></ul></div>
</div>
<h3>Structure</h3>
<table>
<caption>Structure before and after</caption>
<thead><tr><th scope="col">Figure</th><th scope="col" class="number">At present</th><th scope="col" class="number">After</th></tr></thead>
<tbody><% for (const row of it.structure) { %><tr><td><%= row.title %></td><td class="number"><%= row.before %></td><td class="number"><%= row.after %></td></tr><% } %></tbody>
</table>
</section>
<section id="sight">
<h2>Sight gained and lost</h2>
<p class="faint">Everyone above a person may read what the person writes; the direct manager also sees their board and profile. Roles that see the whole organisation keep it.</p>
<% if (it.viewers.length === 0) { %><p class="says"><span>Nobody gains or loses sight of anyone.</span></p><% } else { %>
<div class="wide" tabindex="0" role="region" aria-label="Sight by viewer"><table>
<caption>People gained and lost by viewer</caption>
<thead><tr><th scope="col">Viewer</th><th scope="col" class="number">Gains</th><th scope="col" class="number">Loses</th></tr></thead>
<tbody><% for (const row of it.viewers) { %><tr><td><%= row.name %></td><td class="number"><%= row.gains %></td><td class="number"><%= row.loses %></td></tr><% } %></tbody>
</table></div>
<details class="rows"><summary>Who sees whom<small><%= it.total.toLocaleString('en') %> <%= it.total === 1 ? 'change' : 'changes' %></small></summary>
<div class="wide" tabindex="0" role="region" aria-label="Sight by viewer and person"><table>
<caption>Sight gained and lost, by viewer and person</caption>
<thead><tr><th scope="col">Viewer</th><th scope="col">Change</th><th scope="col">Person</th><th scope="col">What</th></tr></thead>
<tbody><% for (const row of it.rows) { %><tr><td><%= row.viewer %></td><td><%= row.change %></td><td><%= row.person %></td><td><%= row.what %></td></tr><% } %></tbody>
</table></div>
<% if (it.left > 0) { %><p class="faint"><%= it.left.toLocaleString('en') %> more changes are not shown; “checkin org plan show --sight” prints all of them.</p><% } %>
</details>
<% } %>
</section>
`,
});

const eta = createTemplates({ branch: planBranch, page: planPage });

/** What the page is made of. `paths` has everyone above a moved person, nearest first. */
type PlanReport = {
  tenant: { name: string; timezone: string };
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
    tenant: tenant.name,
    plan,
    status: plan.status.replace('_', ' '),
    moves: pluralize(plan.moveCount, 'move'),
    createdAt: formatMinute(now.toISOString(), tenant.timezone),
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
    viewers: [
      ...preview.sight.viewers.map(({ user, gains, loses }) => ({ name: user.name, gains, loses })),
      ...preview.sight.partners.map(({ user, gains, loses }) => ({ name: `${user.name} (HR partner)`, gains, loses })),
    ],
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

/** Arranges lines, each from a person to the top, as trees. A person in several lines is there once. */
function arrange(lines: readonly (readonly string[])[], toBranch: (id: string) => Branch): Branch[] {
  const managers = new Map<string, string | undefined>();
  for (const line of lines) {
    line.toReversed().forEach((id, index, fromTop) => managers.set(id, fromTop[index - 1]));
  }
  return buildTree([...managers].map(([id, managerId]) => [id, managerId, toBranch(id)]));
}
