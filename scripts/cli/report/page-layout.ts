// The templates of a report page. `<%= … %>` is escaped; `<%~ … %>` inserts a chart or another template.
import { layOutDocument } from './document-layout.ts';

/** A person of the org chart, collapsible when people report to them. */
export const branch = `<li><% if (it.reports.length > 0) { %>
<details<%= it.open ? ' open' : '' %>><summary><strong><%= it.name %></strong> <span><%= it.about %></span> <small><%= it.counts %></small></summary>
<ul><% for (const report of it.reports) { %><%~ include('@branch', report) %><% } %></ul></details>
<% } else { %><div class="leaf"><strong><%= it.name %></strong> <span><%= it.about %></span></div><% } %></li>
`;

/** Names come first: they are what a reader looks for. */
const people = `<ul class="people"><% for (const person of it.people) { %><li><strong><%= person.name %></strong> <span><%= person.about %></span></li><% } %></ul>
`;

const bars = `<% if (it.bars.some(({ parts }) => parts.length > 1)) { %><p class="legend" aria-hidden="true"><span><%= it.texts.scores %></span><% for (const score of [1, 2, 3, 4, 5]) { %><i class="score-<%= score %>"><%= score %></i><% } %></p><% } %>
<ul class="bars"><% for (const bar of it.bars) { %>
<li><span><%= bar.label %></span><div class="bar" aria-hidden="true"><% for (const { share, score } of bar.parts) { %><% if (share > 0) { %><i<%~ score ? ' class="score-' + score + '"' : '' %> style="width:<%= (100 * share).toFixed(2) %>%"><%= score && share >= 0.06 ? score : '' %></i><% } %><% } %><% if (bar.interval) { %><b style="left:<%= (100 * bar.interval.from).toFixed(2) %>%;width:<%= (100 * (bar.interval.to - bar.interval.from)).toFixed(2) %>%"></b><% } %></div><small><%= bar.text %></small></li><% } %>
</ul>
`;

const grid = `<table class="grid">
<caption><%= it.title %></caption>
<thead><tr><td></td><% for (const [day, month] of it.headings) { %><th scope="col"><%= day %><br><%= month %></th><% } %></tr></thead>
<tbody><% for (const row of it.grid.rows) { %><tr><th scope="row"><%= row.label %></th><% for (const cell of row.cells) { %><td<%~ cell?.tone ? ' class="heat-' + cell.tone + '"' : '' %>><%= cell?.text ?? '' %></td><% } %></tr>
<% } %></tbody>
</table>
`;

const lines = `<ul class="lines"><% for (const line of it.lines) { %>
<li><strong><%= line.title %></strong> <small><%= line.text %></small><% if (line.svg) { %><div class="chart" aria-hidden="true"><%~ line.svg %></div><% } %></li><% } %>
</ul>
`;

/** The templates of figures, by kind. What is drawn is hidden from screen readers: the text beside it says the same. */
export const figureLayouts = { people, bars, grid, lines };

/** One report: its headline, figures, org chart and rows. */
export const section = `<section id="<%= it.id %>">
<header>
<h2><%= it.title %></h2>
<p class="faint"><%= it.time[0].toUpperCase() + it.time.slice(1) %>: <%= it.about %>.</p>
</header>
<p class="says"><b><%= it.figure %></b> <span><%= it.says %><% if (it.change) { %> <%= it.change %>.<% } %></span></p>
<p class="faint"><a href="#<%= it.id %>-method"><%= it.texts.toMethod %></a></p>
<% for (const figure of it.figures) { %>
<figure>
<figcaption><h3><%= figure.title %></h3><p class="faint"><%= figure.about %></p></figcaption>
<%~ include('@' + figure.kind, figure) %></figure>
<% } %>
<% if (it.tree.length > 0) { %>
<h3><%= it.texts.tree %></h3>
<ul class="tree"><% for (const top of it.tree) { %><%~ include('@branch', top) %><% } %></ul>
<% } %>
<% if (it.total > 0) { %>
<details class="rows"<%= it.alone ? ' open' : '' %>><summary><%= it.texts.figures %><small><%= it.texts.rows(it.total) %></small></summary>
<div class="wide" tabindex="0" role="region" aria-label="<%= it.texts.figuresOf(it.title) %>"><table>
<caption><%= it.title %>, <%= it.time %></caption>
<thead><tr><% for (const head of it.headings) { %><th scope="col"<%~ head.numeric ? ' class="number"' : '' %>><%= head.text %></th><% } %></tr></thead>
<tbody>
<% for (const row of it.rows) { %><tr><% for (const [at, cell] of row.entries()) { %><td<%~ it.headings[at].numeric ? ' class="number"' : '' %>><%= cell %></td><% } %></tr>
<% } %></tbody>
</table></div>
<% if (it.left > 0) { %><p class="faint"><%= it.texts.moreRows(it.left, it.command) %></p><% } %>
</details>
<% } %>
</section>
`;

/** The whole document. */
export const page = layOutDocument({
  title: '<%= it.title %>',
  content: `<p class="faint"><%= it.scope %> · <%= it.created %></p>
<% if (it.refused) { %><p class="faint"><%= it.texts.leftOut(it.refused) %></p><% } %>
</header>
<% if (it.sections.length > 1) { %>
<nav aria-label="<%= it.texts.reports %>"><% for (const part of it.sections) { %>
<a href="#<%= part.id %>"><span><%= part.title %></span><b><%= part.figure %></b><small><%= part.says %></small><% if (part.change) { %><small><%= part.change %></small><% } %></a><% } %>
</nav>
<% } %>
<% for (const part of it.sections) { %><%~ include('@section', { ...part, alone: it.sections.length === 1 && part.figures.length === 0 }) %><% } %>
<section id="method">
<h2><%= it.texts.method %></h2>
<% for (const part of it.sections) { %><h3 id="<%= part.id %>-method"><%= part.title %></h3>
<p><%= part.method %></p>
<% } %></section>
`,
});
