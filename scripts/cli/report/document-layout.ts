// The template that all HTML documents have in common. They load nothing, and no script runs in them.

/**
 * @param title a template: `<%= … %>` is escaped
 * @param contains which personal data, for the last line
 * @param readers whom the page is for, for the last line
 * @param content a template, from the end of the page header to the end of the page
 */
export const layOutDocument = ({
  title,
  contains,
  readers = 'the People Team',
  content,
}: Record<'title' | 'contains' | 'content', string> & { readers?: string }): string =>
  `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · <%= it.tenant %></title>
<style><%~ it.style %></style>
</head>
<body>
<main>
<header class="top">
<p class="tenant"><%= it.tenant %></p>
<h1>${title}</h1>
${content}</main>
<footer><p class="faint">Confidential, for ${readers}: this page contains ${contains}. Only open sections are printed.</p></footer>
</body>
</html>
`;
