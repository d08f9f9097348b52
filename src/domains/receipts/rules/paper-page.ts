const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Nothing that people typed becomes a part of the page. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const PERCENT = 10_000;
/** Millionths as a share of hundred. */
export const rateText = (rate: number): string => `${rate / PERCENT} %`;

interface Paper {
  readonly language: string;
  readonly nonce: string;
  readonly title: string;
  readonly className: string;
  /** HTML whose texts are escaped; empty ones are left out. */
  readonly parts: readonly string[];
}

/** A page made for printing: one narrow column, black on white, no script. */
export const paperPage = ({ language, nonce, title, className, parts }: Paper): string => `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${STYLE}</style>
</head>
<body>
<main class="paper ${className}">
${parts.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; background: #fff; color: #000; font: 14px/1.45 system-ui, "Noto Sans", "Noto Sans SC", sans-serif; }
  .paper { max-width: 420px; margin: 0 auto; padding: 24px 16px; }
  header { text-align: center; }
  header img { max-width: 160px; max-height: 80px; display: block; margin: 0 auto 8px; }
  header p, footer p { margin: 0; }
  header strong { font-size: 16px; }
  h1 { margin: 16px 0 4px; font-size: 18px; }
  .mark { margin-top: 4px; padding: 4px; border: 2px solid #000; font-weight: 700; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 12px 0; }
  dt { color: #444; text-align: start; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; margin: 12px 0; border-top: 1px solid #000; }
  th, td { padding: 3px 0; text-align: left; vertical-align: top; font-weight: 400; }
  thead th { color: #444; font-size: 12px; }
  th + th, td + td { padding-left: 10px; }
  small { display: block; color: #444; }
  .sum { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .strong th, .strong td { font-weight: 700; font-size: 16px; border-top: 1px solid #000; }
  footer { border-top: 1px solid #000; text-align: center; }
  .swedish_transitional footer dd { min-height: 1.4em; border-bottom: 1px dotted #000; }
  .qr { width: 128px; display: block; margin: 8px auto; }
  @page { margin: 10mm; }
  @media print { .paper { padding: 0; } }
`;
