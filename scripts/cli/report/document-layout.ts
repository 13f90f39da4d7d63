// The template and the style that all HTML documents have in common. They load nothing, and no script runs in them.
import { Eta } from 'eta/core';
import { isolate } from '../../../src/platform/lib/isolate.ts';

/** Creates what renders the templates of a document. Every `<%= … %>` is escaped, and isolated from what stands beside it. */
export function createTemplates(templates: Readonly<Record<string, string>>): Eta {
  const eta = new Eta();
  const { escapeFunction: escape } = eta.config;
  eta.configure({ escapeFunction: (value: unknown) => escape(typeof value === 'string' ? isolate(value) : value) });
  for (const [name, template] of Object.entries(templates)) eta.loadTemplate(`@${name}`, template);
  return eta;
}

const light = `--page: #f5f6f8; --card: #ffffff; --ink: #1c2028; --faint: #5a6270; --line: #e1e4ea; --accent: #3459c7; --down: #c2571a; --up: #23806f;
  --heat-1: #cf6f2b; --heat-2: #e6a470; --heat-3: #f4d6ba; --heat-4: #f0efea; --heat-5: #c9e4de; --heat-6: #8fcabf; --heat-7: #4aa596;`;
const dark = `--page: #121419; --card: #1b1e25; --ink: #e7e9ef; --faint: #a2aab8; --line: #323743; --accent: #8aa8ff; --down: #f0955a; --up: #4fc3ae;
  --heat-1: #9a4610; --heat-2: #7f4a24; --heat-3: #574236; --heat-4: #363a43; --heat-5: #26504b; --heat-6: #1f675e; --heat-7: #177165;`;

/** Light, dark and print. Charts use its colour variables. */
const style = `
:root { color-scheme: light dark; ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 20px 8px; }
h1, h2, h3, p { margin: 0; }
h1 { font-size: 32px; line-height: 1.2; letter-spacing: -0.015em; }
h2 { font-size: 21px; line-height: 1.3; letter-spacing: -0.01em; }
h3 { font-size: 15px; line-height: 1.4; }
.faint { color: var(--faint); }
.tenant { color: var(--accent); font-weight: 600; }
.top { margin: 0 0 28px; }
.top h1 { margin: 2px 0 6px; }
nav { display: grid; grid-template-columns: repeat(auto-fill, minmax(228px, 1fr)); gap: 12px; margin: 0 0 20px; }
nav a { display: flex; flex-direction: column; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { border-color: var(--accent); }
nav span { font-weight: 600; }
nav b { font-size: 27px; line-height: 1.3; letter-spacing: -0.01em; color: var(--accent); font-variant-numeric: tabular-nums; }
nav small { color: var(--faint); font-size: 13px; line-height: 1.4; }
section { margin: 0 0 20px; padding: 26px 28px; border: 1px solid var(--line); border-radius: 14px; background: var(--card); }
.says { margin: 14px 0 4px; display: flex; gap: 12px; align-items: baseline; }
.says b { font-size: 27px; line-height: 1.2; color: var(--accent); white-space: nowrap; }
figure { margin: 26px 0 0; }
figcaption { margin: 0 0 10px; }
.people, .bars, .lines { list-style: none; margin: 0; padding: 0; }
.people { columns: 3 240px; column-gap: 28px; }
.people li { break-inside: avoid; padding: 2px 0; }
.people span { color: var(--faint); }
.bars { display: grid; grid-template-columns: minmax(120px, max-content) 1fr minmax(120px, max-content); gap: 8px 16px; align-items: center; }
.bars li { display: contents; }
.bars small { font-size: 14px; color: var(--ink); font-variant-numeric: tabular-nums; }
.bar { position: relative; display: flex; height: 22px; border: 1px solid var(--faint); border-radius: 3px; overflow: hidden; }
.bar b { position: absolute; top: 9px; height: 2px; background: var(--ink); outline: 1px solid var(--card); }
.bar i { background: var(--accent); font: 600 12px/20px system-ui, sans-serif; text-align: center; }
.legend { display: flex; gap: 6px; margin: 0 0 10px; }
.legend i { width: 24px; border-radius: 3px; font: 600 12px/20px system-ui, sans-serif; text-align: center; }
.legend span { color: var(--faint); }
i.score-1 { background: #9a3412; color: #ffffff; } i.score-2 { background: #f3b27a; color: #1c2028; } i.score-3 { background: #5b6270; color: #ffffff; }
i.score-4 { background: #8fd0c2; color: #1c2028; } i.score-5 { background: #0f6b5c; color: #ffffff; }
.grid { table-layout: fixed; font-size: 13px; border-spacing: 2px; border-collapse: separate; }
.grid th, .grid td { padding: 3px 0; text-align: center; border: 0; min-width: 0; vertical-align: middle; border-radius: 3px; font-variant-numeric: tabular-nums; }
.grid thead th { font-size: 11px; line-height: 1.25; font-weight: 400; }
.grid th[scope='row'], .grid thead td { width: 22%; padding-right: 8px; text-align: left; color: var(--ink); font-weight: 400; overflow-wrap: anywhere; }
.heat-1 { background: var(--heat-1); } .heat-2 { background: var(--heat-2); } .heat-3 { background: var(--heat-3); } .heat-4 { background: var(--heat-4); }
.heat-5 { background: var(--heat-5); } .heat-6 { background: var(--heat-6); } .heat-7 { background: var(--heat-7); }
.lines { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr)); gap: 20px 28px; }
.lines small { display: block; }
.chart { margin: 6px 0 0; }
.chart svg { display: block; width: 100%; max-width: 340px; height: auto; }
a { color: var(--accent); }
section > h3 { margin: 26px 0 8px; }
details.rows { margin: 22px 0 0; border-top: 1px solid var(--line); padding: 14px 0 0; }
summary { cursor: pointer; }
.rows > summary { font-weight: 600; }
.rows > summary small { margin-left: 8px; }
small { color: var(--faint); font-size: 13px; font-weight: 400; }
.wide { overflow-x: auto; margin: 12px 0 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 6px 14px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; font-size: 13px; overflow-wrap: normal; vertical-align: bottom; }
th.number { white-space: normal; }
td { min-width: 5ch; max-width: 44ch; overflow-wrap: break-word; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tree, .tree ul { list-style: none; margin: 0; padding: 0; }
.tree ul { margin-left: 6px; padding-left: 18px; border-left: 1px solid var(--line); }
.tree summary, .leaf { padding: 3px 0; }
.leaf { padding-left: 17px; }
.tree strong { font-weight: 600; }
.tree span { color: var(--faint); margin-left: 4px; }
.tree small { margin-left: 6px; padding: 1px 8px; border-radius: 999px; background: var(--page); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
footer { max-width: 1080px; margin: 0 auto; padding: 4px 20px 40px; font-size: 13px; }
@media (max-width: 640px) {
  main { padding: 24px 12px 8px; } section { padding: 18px 14px; } h1 { font-size: 26px; } .says { display: block; }
  .bars { grid-template-columns: 1fr; gap: 2px; } .bars small { margin: 0 0 8px; }
  .grid { font-size: 11px; border-spacing: 1px; } .grid thead th { font-size: 10px; letter-spacing: -0.4px; }
  .grid th[scope='row'], .grid thead td { width: 29%; padding-right: 4px; }
}
@media print {
  @page { size: A4; margin: 14mm; }
  :root { color-scheme: only light; }
  body { background: #ffffff; font-size: 10.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main, footer { max-width: none; padding: 0; }
  section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 14px 0 0; background: none; }
  nav { grid-template-columns: repeat(3, 1fr); gap: 8px; }
  nav a { padding: 8px 10px; } nav b { font-size: 20px; } nav small { font-size: 8pt; }
  tr, nav a, .tree summary, .leaf, .bars li, .lines li, .grid:not(:has(tr:nth-child(16))), .bars:not(:has(li:nth-child(8))), figcaption { break-inside: avoid; }
  details.rows:not([open]) { display: none; }
  section > header, h2, h2 + .faint, h3, .says:not(:last-child), .says + p, figcaption, .legend { break-after: avoid; break-inside: avoid; }
  summary { list-style: none; }
  thead { display: table-header-group; }
  table { font-size: 9pt; }
  .wide { overflow: visible; }
}
`;

/**
 * The values have `tenant`, `language`, and `footer`: which personal data the page contains, and for whom.
 *
 * @param title a template: `<%= … %>` is escaped
 * @param ownStyle in addition to the style of all documents
 * @param content a template, from the end of the page header to the end of the page
 */
export const layOutDocument = ({
  title,
  ownStyle = '',
  content,
}: Record<'title' | 'content', string> & { ownStyle?: string }): string =>
  `<!DOCTYPE html>
<html lang="<%= it.language %>">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · <%= it.tenant %></title>
<style>${style}${ownStyle}</style>
</head>
<body>
<main>
<header class="top">
<p class="tenant"><%= it.tenant %></p>
<h1>${title}</h1>
${content}</main>
<footer><p class="faint"><%= it.footer %></p></footer>
</body>
</html>
`;
