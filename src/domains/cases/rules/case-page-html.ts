/** Of the page for customers: the document alone; what people type and see later is the script's. */
export interface CasePage {
  readonly language: 'en-US' | 'zh-CN';
  readonly t: (key: string) => string;
  readonly device: string;
  /** Where script and style are. */
  readonly folder: string;
  /** Addresses of the calls by their names. */
  readonly calls: Readonly<Record<string, string>>;
  readonly mostWords: number;
  /** Undefined: there is no such machine. */
  readonly machine: { readonly name: string; readonly spotName: string } | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** What the script says; every key that it names stands here, so that none is forgotten. */
const WORDS = [
  ...['prove.title', 'prove.byCode', 'prove.byPayment', 'prove.code', 'prove.codeHint', 'prove.end', 'prove.endHint'],
  ...['prove.paid', 'prove.paidHint', 'prove.go', 'prove.other', 'order.number', 'order.time', 'order.paid'],
  ...['order.back', 'order.state.unpaid', 'order.state.making', 'order.state.ready', 'order.state.taken'],
  ...['order.state.failed', 'ask.title', 'ask.wish', 'ask.money', 'ask.again', 'ask.words', 'ask.wordsHint'],
  ...['ask.photo', 'ask.photoHint', 'ask.photoDrop', 'ask.go', 'ask.nothingPaid', 'state.waiting', 'state.waitingHint'],
  ...['state.moneyOnItsWay', 'state.moneyOnItsWayHint', 'state.moneyBack', 'state.moneyBackHint', 'state.refused'],
  ...['state.moneyNotSent', 'state.moneyNotSentHint'],
  ...['state.refusedHint', 'state.withdrawn', 'state.withdrawnHint', 'state.asked', 'state.wish', 'state.words'],
  ...[
    'state.photo',
    'state.answer',
    'state.again',
    'state.keep',
    'state.look',
    'state.gone',
    'failed',
    'offline',
    'busy',
  ],
] as const;

/** Small, without the console's code; texts in one language, and the other one a click away. */
export function casePageHtml({ language, t, device, folder, calls, mostWords, machine }: CasePage): string {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN';
  const words = Object.fromEntries(WORDS.map((key) => [key, t(key)]));
  const told = JSON.stringify({ device, language, calls, mostWords, words }).replaceAll('<', '\\u003c');
  const title = machine ? t('title') : t('unknown.title');
  const main = machine
    ? `<p class="machine"><strong>${escaped(machine.name)}</strong>${machine.spotName ? ` · ${escaped(machine.spotName)}` : ''}</p>
<div id="case" aria-live="polite"><noscript>${escaped(t('noscript'))}</noscript></div>
<script type="application/json" id="told">${told}</script>
<script type="module" src="${folder}case.js"></script>`
    : `<p>${escaped(t('unknown.text'))}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}case.css">
</head>
<body>
<main>
<header><h1>${escaped(title)}</h1><a href="?language=${other}" lang="${other}" id="language">${escaped(t('otherLanguage'))}</a></header>
${main}
</main>
</body>
</html>
`;
}
