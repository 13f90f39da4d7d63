// Renders a notification as an HTML e-mail: tables and inline styles, no images, dark mode supported.
import { Eta } from 'eta/core';
import type { EmailContent } from './content.ts';

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Eta escapes every `<%= … %>`. */
const layout = `<!DOCTYPE html>
<html lang="<%= it.language %>" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title><%= it.subject %></title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #15171c !important; }
  .card { background: #22252d !important; border-color: #363b46 !important; }
  .ink { color: #e9ebf0 !important; }
  .faint { color: #a9b0bd !important; }
  .track { background: #3d4350 !important; }
  .fill { background: #7d9cf0 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f7">
<table ${table} width="100%" class="page" style="background:#f3f4f7">
<tr><td align="center" style="padding:24px 12px">
<table ${table} width="100%" style="max-width:600px">
<tr><td class="card ink" style="background:#ffffff;border:1px solid #dfe2e8;border-radius:10px;padding:28px;${font};font-size:16px;line-height:1.5;color:#1d2129;overflow-wrap:anywhere">
<p class="faint" style="margin:0 0 16px;font-size:13px;color:#5b6370"><%= it.sender %></p>
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1d2129"><%= it.subject %></h1>
<p style="margin:0 0 16px"><%= it.greeting %></p>
<% for (const block of it.blocks) { %>
<% if (block.kind === 'paragraph') { %>
<p style="margin:0 0 16px"><%= block.text %></p>
<% } else if (block.kind === 'list') { %>
<h2 class="ink" style="margin:24px 0 8px;font-size:15px;color:#1d2129"><%= block.heading %></h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px">
<% for (const item of block.items) { %>
<li style="margin:0 0 4px"><%= item %></li>
<% } %>
</ul>
<% } else { %>
<h2 class="ink" style="margin:24px 0 8px;font-size:15px;color:#1d2129"><%= block.heading %></h2>
<table ${table} width="100%" style="margin:0 0 16px;font-size:14px">
<% for (const bar of block.bars) { %>
<tr>
<td class="ink" width="42%" style="padding:5px 12px 5px 0;${font};font-size:14px;color:#1d2129"><%= bar.label %></td>
<td style="padding:5px 0">
<table ${table} width="100%" class="track" style="background:#e2e6ee;border-radius:5px">
<tr><td style="padding:0;font-size:0;line-height:0">
<table ${table} width="<%= bar.percent %>%" class="fill" style="background:#3a62cf;border-radius:5px">
<tr><td height="10" style="height:10px;padding:0;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
</td></tr>
</table>
</td>
<td class="ink" align="right" width="44" style="padding:5px 0 5px 12px;${font};font-size:14px;color:#1d2129"><%= bar.score %></td>
</tr>
<% } %>
</table>
<% } %>
<% } %>
<% if (it.button) { %>
<table ${table} style="margin:24px 0 8px">
<tr><td bgcolor="#3a62cf" style="background:#3a62cf;border-radius:6px">
<a href="<%= it.button.href %>" style="display:inline-block;padding:11px 22px;${font};font-size:16px;color:#ffffff;text-decoration:none"><%= it.button.label %></a>
</td></tr>
</table>
<% } %>
</td></tr>
<tr><td class="faint" style="padding:16px 28px;${font};font-size:13px;line-height:1.5;color:#5b6370;overflow-wrap:anywhere">
<% for (const line of it.footer) { %>
<p style="margin:0 0 6px"><%= line %></p>
<% } %>
<p style="margin:0 0 6px"><a href="<%= it.unsubscribe.href %>" class="faint" style="color:#5b6370"><%= it.unsubscribe.label %></a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const eta = new Eta();
const template = eta.compile(layout);

export function renderHtml(content: EmailContent): string {
  const blocks = content.blocks.map((block) =>
    block.kind !== 'bars'
      ? block
      : {
          ...block,
          bars: block.bars.map(({ share, ...bar }) => ({ ...bar, percent: Math.round(Math.min(share, 1) * 100) })),
        },
  );
  return eta.render(template, { ...content, blocks });
}
