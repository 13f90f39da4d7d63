// The templates of the page of a person's data. `<%= … %>` is escaped; `<%~ … %>` inserts the style or another template.
import { layOutDocument } from './document-layout.ts';

/** In addition to the style of reports. */
export const personStyle = `
.record { margin: 14px 0 0; padding: 14px 0 0; border-top: 1px solid var(--line); }
.record dl { margin: 0; display: grid; grid-template-columns: minmax(120px, 220px) 1fr; gap: 2px 18px; font-size: 14px; }
.record dt { color: var(--faint); }
.record dd { margin: 0; white-space: pre-wrap; }
.withheld { margin: 12px 0 0; padding-left: 20px; }
@media (max-width: 640px) { .record dl { grid-template-columns: 1fr; } .record dd { margin-bottom: 6px; } }
@media print { section { break-before: auto; } .record { break-inside: avoid; } }
`;

/** One kind of data with its records. */
export const personSection = `<section id="<%= it.name %>">
<h2><%= it.title %></h2>
<p class="faint"><%= it.about %></p>
<% if (it.records.length === 0) { %><p class="says"><span>Nothing is stored.</span></p><% } %>
<% for (const record of it.records) { %><div class="record"><dl><% for (const [name, text] of record) { %><dt><%= name %></dt><dd><%= text %></dd><% } %></dl></div>
<% } %></section>
`;

/** The whole document. */
export const personPage = layOutDocument({
  title: '<%= it.person.name %>',
  contains: 'everything that the check-in service stores about one person',
  readers: 'the person it is about',
  content: `<p class="faint">Data stored about <%= it.person.email %> · created <%= it.createdAt %> · times in UTC</p>
</header>
<nav aria-label="Kinds of data"><% for (const part of it.sections) { %><% if (part.records.length > 0) { %>
<a href="#<%= part.name %>"><span><%= part.title %></span><b><%= part.records.length.toLocaleString('en') %></b></a><% } %><% } %>
</nav>
<% for (const part of it.sections) { %><%~ include('@section', part) %><% } %>
<section id="withheld">
<h2>Not included</h2>
<p class="faint">The rights of others limit a copy (Art. 15(4) GDPR).</p>
<ul class="withheld"><% for (const text of it.withheld) { %><li><%= text %></li><% } %></ul>
</section>
`,
});
