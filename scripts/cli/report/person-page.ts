// Renders what is stored about a person as one self-contained HTML page. In templates, `<%= … %>` is
// escaped; `<%~ … %>` inserts another template.
import { withheld, type PersonExport } from '../../../src/features/personal-data/export-person.ts';
import { personSections, type PersonSectionName } from '../../../src/features/personal-data/table-of-nodes.ts';
import { wordsByLanguage, type Words } from '../../../src/features/reports/words.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';
import { createTemplates, layOutDocument } from './document-layout.ts';
import { germanFieldNames } from './field-names.ts';
import { pageTexts } from './page-texts.ts';

const personStyle = `
.record { margin: 14px 0 0; padding: 14px 0 0; border-top: 1px solid var(--line); }
.record dl { margin: 0; display: grid; grid-template-columns: minmax(120px, 220px) 1fr; gap: 2px 18px; font-size: 14px; }
.record dt { color: var(--faint); }
.record dd { margin: 0; white-space: pre-wrap; }
.withheld { margin: 12px 0 0; padding-left: 20px; }
@media (max-width: 640px) { .record dl { grid-template-columns: 1fr; } .record dd { margin-bottom: 6px; } }
@media print { section { break-before: auto; } .record { break-inside: avoid; } }
`;

/** One kind of data with its records. */
const personSection = `<section id="<%= it.name %>">
<h2><%= it.title %></h2>
<p class="faint"><%= it.about %></p>
<% if (it.records.length === 0) { %><p class="says"><span><%= it.nothing %></span></p><% } %>
<% for (const record of it.records) { %><div class="record"><dl><% for (const [name, text] of record) { %><dt><%= name %></dt><dd><%= text %></dd><% } %></dl></div>
<% } %></section>
`;

/** The whole document. */
const personPage = layOutDocument({
  title: '<%= it.person.name %>',
  ownStyle: personStyle,
  content: `<p class="faint"><%= it.texts.about(it.person.email) %> · <%= it.created %> · <%= it.texts.timesIn('UTC') %></p>
</header>
<nav aria-label="<%= it.texts.kinds %>"><% for (const part of it.sections) { %><% if (part.records.length > 0) { %>
<a href="#<%= part.name %>"><span><%= part.title %></span><b><%= part.count %></b></a><% } %><% } %>
</nav>
<% for (const part of it.sections) { %><%~ include('@section', part) %><% } %>
<section id="withheld">
<h2><%= it.texts.withheld %></h2>
<p class="faint"><%= it.texts.aboutWithheld %></p>
<ul class="withheld"><% for (const text of it.withheld) { %><li><%= text %></li><% } %></ul>
</section>
`,
});

const eta = createTemplates({ section: personSection, page: personPage });

/** Every value is escaped. */
export function renderPersonPage({ tenant, person, exportedAt, data }: PersonExport, language: Language): string {
  const words = wordsByLanguage[language];
  const texts = pageTexts[language];
  return eta.render('@page', {
    language,
    texts: texts.person,
    footer: texts.person.footer,
    tenant: tenant.name,
    person,
    created: texts.created(words.formatMoment(exportedAt, 'UTC')),
    withheld: withheld[language],
    sections: Object.entries(personSections).map(([name, { title, about }]) => {
      const records = data[name as PersonSectionName].map((record) => listCells(record, { words, language }));
      return {
        name,
        title: title[language],
        about: about[language],
        nothing: texts.person.nothing,
        records,
        count: words.formatNumber(records.length),
      };
    }),
  });
}

type Cell = [name: string, text: string];
type Reader = { words: Words; language: Language };

/** Lists the values of a record. A value of an inner object is listed under both names. */
function listCells(value: unknown, reader: Reader, name = ''): Cell[] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [[name, value.join('\n') || '–']];
  if (value === null || value === undefined || value === '') return [[name, '–']];
  if (typeof value !== 'object') return [[name, formatText(value as string | number | boolean, reader.words)]];
  return Object.entries(value).flatMap(([inner, item]) => {
    const place = Array.isArray(value) ? String(Number(inner) + 1) : nameField(inner, reader.language);
    return listCells(item, reader, name === '' ? place : `${name}, ${place}`);
  });
}

/** `createdAt` is shown as `created at`. */
const nameField = (name: string, language: Language): string => {
  const own = language === 'de' && Object.hasOwn(germanFieldNames, name) ? germanFieldNames[name] : undefined;
  return own ?? name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
};

function formatText(value: string | number | boolean, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value).replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, (time) => words.formatMoment(time, 'UTC'));
}
