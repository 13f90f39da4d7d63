// The templates of the page of a plan. `<%= … %>` is escaped; `<%~ … %>` inserts the style or another template.
import { layOutDocument } from './document-layout.ts';

/** A person of a chart, with those below who are concerned. */
export const planBranch = `<li><div class="leaf"><strong<%~ it.mark ? ' class="moved"' : '' %>><%= it.name %></strong> <span><%= it.about %></span><% if (it.mark) { %> <small><%= it.mark %></small><% } %></div>
<% if (it.reports.length > 0) { %><ul><% for (const report of it.reports) { %><%~ include('@branch', report) %><% } %></ul><% } %></li>
`;

/** In addition to the style of reports. */
export const planStyle = `
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 32px; margin: 18px 0 0; }
.moved { color: var(--accent); }
.faults { color: var(--down); margin: 12px 0 0; padding-left: 20px; }
@media (max-width: 640px) { .pair { grid-template-columns: 1fr; } }
`;

/** The whole document. */
export const planPage = layOutDocument({
  title: '<%= it.plan.name %>',
  contains: 'names',
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
