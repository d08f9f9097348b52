/** What stands on the page; `content` is HTML that was sanitised, all else is plain text. */
export interface ShownAnnouncement {
  readonly title: string;
  readonly facts: string;
  readonly abstract: string;
  readonly content: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-inline-size: 42rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .25rem; }
.facts { color: GrayText; font-size: .875rem; margin: 0 0 1.5rem; }
.abstract { font-weight: 600; }
li > p { margin: 0; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid GrayText; }
`;

/** An announcement as a page of its own: no script, nothing from elsewhere (system-api.md 5.10, security 13.4). */
export function showPage(
  { title, facts, abstract, content }: ShownAnnouncement,
  { language, nonce }: { readonly language: string; readonly nonce: string },
): string {
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="facts">${escaped(facts)}</p>
${abstract === '' ? '' : `<p class="abstract">${escaped(abstract)}</p>\n`}${content}
</main>
</body>
</html>
`;
}
