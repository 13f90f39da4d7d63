// Renders a plan as one self-contained HTML page: the charts before and after side by side, and who gains and loses
// sight of whom.
import type { Permission } from '../../../src/platform/access/permissions.ts';
import { planFaultTextsByLanguage } from '../../../src/platform/chart/move-faults.ts';
import { buildTree } from '../../../src/platform/chart/tree.ts';
import type { OrgPlan, OrgPlanPreview } from '../../../src/features/org-plans/schema.ts';
import { findChangedPermission } from '../../../src/features/org-plans/line-permissions.ts';
import type { People } from '../../../src/features/org-plans/preview.ts';
import type { SightStep } from '../../../src/features/org-plans/sight.ts';
import { wordsByLanguage } from '../../../src/features/reports/words.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { createTemplates, layOutDocument } from './document-layout.ts';
import { pageTexts } from './page-texts.ts';

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
  ownStyle: planStyle,
  content: `<p class="faint"><% for (const [at, part] of it.about.entries()) { %><% if (at > 0) { %> · <% } %><%= part %><% } %></p>
</header>
<% if (it.faults.length > 0) { %>
<section id="faults">
<h2><%= it.texts.faults %></h2>
<p class="faint"><%= it.texts.aboutFaults %></p>
<ul class="faults"><% for (const fault of it.faults) { %><li><%= fault %></li><% } %></ul>
</section>
<% } %>
<section id="charts">
<h2><%= it.texts.charts %></h2>
<p class="faint"><%= it.texts.aboutCharts %></p>
<div class="pair">
<div><h3><%= it.texts.present %></h3><ul class="tree"><% for (const top of it.before) { %><%~ include('@branch', top) %><% } %></ul></div>
<div><h3><%= it.texts.afterMoves %></h3><ul class="tree"><% for (const top of it.after) { %><%~ include('@branch', top) %><% } %></ul></div>
</div>
<h3><%= it.texts.structure %></h3>
<table>
<caption><%= it.texts.structureCaption %></caption>
<thead><tr><th scope="col"><%= it.texts.figure %></th><th scope="col" class="number"><%= it.texts.present %></th><th scope="col" class="number"><%= it.texts.after %></th></tr></thead>
<tbody><% for (const row of it.structure) { %><tr><td><%= row.title %></td><td class="number"><%= row.before %></td><td class="number"><%= row.after %></td></tr><% } %></tbody>
</table>
</section>
<section id="sight">
<h2><%= it.texts.sight %></h2>
<p class="faint"><%= it.texts.aboutSight %></p>
<% if (it.viewers.length === 0) { %><p class="says"><span><%= it.texts.nobody %></span></p><% } else { %>
<div class="wide" tabindex="0" role="region" aria-label="<%= it.texts.byViewer %>"><table>
<caption><%= it.texts.byViewerCaption %></caption>
<thead><tr><th scope="col"><%= it.texts.viewer %></th><th scope="col" class="number"><%= it.texts.gains %></th><th scope="col" class="number"><%= it.texts.loses %></th></tr></thead>
<tbody><% for (const row of it.viewers) { %><tr><td><%= row.name %></td><td class="number"><%= row.gains %></td><td class="number"><%= row.loses %></td></tr><% } %></tbody>
</table></div>
<details class="rows"><summary><%= it.texts.whoSeesWhom %><small><%= it.texts.changes(it.total) %></small></summary>
<div class="wide" tabindex="0" role="region" aria-label="<%= it.texts.byPerson %>"><table>
<caption><%= it.texts.byPersonCaption %></caption>
<thead><tr><th scope="col"><%= it.texts.viewer %></th><th scope="col"><%= it.texts.change %></th><th scope="col"><%= it.texts.person %></th><th scope="col"><%= it.texts.what %></th></tr></thead>
<tbody><% for (const row of it.rows) { %><tr><td><%= row.viewer %></td><td><%= row.change %></td><td><%= row.person %></td><td><%= row.what %></td></tr><% } %></tbody>
</table></div>
<% if (it.left > 0) { %><p class="faint"><%= it.texts.moreChanges(it.left) %></p><% } %>
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

/** Every value is escaped. @param now the creation time shown on the page */
export function renderPlanPage(
  { tenant, plan, preview, people, paths, sight }: PlanReport,
  { now, language }: { now: Date; language: Language },
): string {
  const words = wordsByLanguage[language];
  const { plan: texts, created } = pageTexts[language];
  const permissionTexts: Partial<Record<Permission, string>> = texts.permissions;
  const nameOf = (id: string): string => people.get(id)?.name ?? id;
  const marks = {
    before: new Map(preview.moves.map(({ user, below }) => [user.id, texts.movesWith(below)])),
    after: new Map(preview.moves.map(({ user }) => [user.id, texts.moved])),
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
  const { effectiveOn, author, approvedBy } = plan;
  return eta.render('@page', {
    language,
    texts,
    footer: texts.footer,
    tenant: tenant.name,
    plan,
    about: [
      texts.moves(plan.moveCount),
      texts.states[plan.status],
      ...(effectiveOn ? [texts.on(words.formatDateCell(effectiveOn))] : []),
      ...(author ? [texts.by(author.name)] : []),
      ...(approvedBy ? [texts.approvedBy(approvedBy.name)] : []),
      created(words.formatMoment(now.toISOString(), tenant.timezone)),
    ],
    faults: preview.faults.map(
      ({ userId, code }) =>
        `${userId === undefined ? texts.operator : nameOf(userId)} ${planFaultTextsByLanguage[language][code]}`,
    ),
    before: draw('before'),
    after: draw('after'),
    structure: Object.entries(texts.figures).map(([name, title]) => ({
      title,
      before: words.formatNumber(before[name as keyof typeof before]),
      after: words.formatNumber(after[name as keyof typeof after]),
    })),
    viewers: [
      ...preview.sight.viewers.map(({ user, gains, loses }) => ({ name: user.name, gains, loses })),
      ...preview.sight.partners.map(({ user, gains, loses }) => ({ name: texts.partner(user.name), gains, loses })),
    ].map(({ name, gains, loses }) => ({ name, gains: words.formatNumber(gains), loses: words.formatNumber(loses) })),
    rows: sight.slice(0, maxRows).map(({ viewerId, userId, change, place }) => ({
      viewer: nameOf(viewerId),
      person: nameOf(userId),
      change: texts.changeTexts[change],
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
