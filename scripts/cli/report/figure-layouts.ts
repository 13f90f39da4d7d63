// The templates of figures, by kind. What is drawn is hidden from screen readers: the text beside it says the same.

/** Names come first: they are what a reader looks for. */
const people = `<ul class="people"><% for (const person of it.people) { %><li><strong><%= person.name %></strong> <span><%= person.about %></span></li><% } %></ul>
`;

const bars = `<% if (it.bars.some(({ parts }) => parts.length > 1)) { %><p class="legend" aria-hidden="true"><% for (const score of [1, 2, 3, 4, 5]) { %><i class="score-<%= score %>"><%= score %></i><% } %></p><% } %>
<ul class="bars"><% for (const bar of it.bars) { %>
<li><span><%= bar.label %></span><div class="bar" aria-hidden="true"><% for (const { share, score } of bar.parts) { %><% if (share > 0) { %><i<%~ score ? ' class="score-' + score + '"' : '' %> style="width:<%= (100 * share).toFixed(2) %>%"><%= score && share >= 0.06 ? score : '' %></i><% } %><% } %></div><small><%= bar.text %></small></li><% } %>
</ul>
`;

const grid = `<table class="grid">
<caption><%= it.title %></caption>
<thead><tr><td></td><% for (const week of it.grid.columns) { %><th scope="col"><%= Number(week.slice(8)) %><br><%= new Date(week).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' }) %></th><% } %></tr></thead>
<tbody><% for (const row of it.grid.rows) { %><tr><th scope="row"><%= row.label %></th><% for (const cell of row.cells) { %><td<%~ cell?.tone ? ' class="heat-' + cell.tone + '"' : '' %>><%= cell?.text ?? '' %></td><% } %></tr>
<% } %></tbody>
</table>
`;

const lines = `<ul class="lines"><% for (const line of it.lines) { %>
<li><strong><%= line.title %></strong> <small><%= line.text %></small><% if (line.svg) { %><div class="chart" aria-hidden="true"><%~ line.svg %></div><% } %></li><% } %>
</ul>
`;

export const figureLayouts = { people, bars, grid, lines };
