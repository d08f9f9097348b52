import { formatMoney } from '#platform/money/rules/format-money.ts';
import { qrMatrix, qrPath, qrSide } from '#platform/qr/rules/qr-matrix.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';

/** In the language of the reader. */
export type PaperWords = (key: string) => string;

export interface PaperOptions {
  readonly language: string;
  readonly t: PaperWords;
  /** The channel in words, where the tenant had no name for it. */
  readonly channelWord: string;
  /** Of the style, where a content security policy asks for one. */
  readonly nonce: string;
  /** Where a stored picture is read. */
  readonly fileAddress: (path: string) => string;
}

const PERCENT = 10_000;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** A document as a page made for printing: one narrow column, black on white, no script. Every text in it is escaped. */
export function receiptHtml(document: ReceiptDocument, options: PaperOptions): string {
  const { language, nonce } = options;
  const title = titleOf(document, options);
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${STYLE}</style>
</head>
<body>
<main class="paper ${document.layout}">
${[head(document, options), facts(document, options), lines(document, options), sums(document, options), taxTable(document, options), foot(document, options)].filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}

const titleOf = ({ kind, orderNo }: ReceiptDocument, { t }: PaperOptions): string =>
  `${t(kind === 'sale' ? 'receipt' : 'refund')} ${orderNo}`;

function head({ kind, seller, spot, sandbox }: ReceiptDocument, { t, fileAddress }: PaperOptions): string {
  const logo = seller.logo === '' ? '' : `<img src="${escaped(fileAddress(seller.logo))}" alt="">`;
  const said = [seller.address, spot.name === seller.name ? '' : spot.name, spot.address].filter((text) => text !== '');
  return `<header>${logo}
<strong>${escaped(seller.name || spot.name)}</strong>
${said.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
<h1>${escaped(t(kind === 'sale' ? 'receipt' : 'refund'))}</h1>
${sandbox ? `<p class="mark">${escaped(t('sandbox'))}</p>` : ''}</header>`;
}

function facts(document: ReceiptDocument, { t }: PaperOptions): string {
  const { kind, seller, orderNo, ticketNumber, refundNo, localTime, timeZone } = document;
  const rows: [string, string][] = [
    ['identification', seller.identification],
    ['taxation', seller.taxationMethod],
    ...(kind === 'refund'
      ? ([
          ['refundNo', refundNo ?? ''],
          ['original', orderNo],
        ] as [string, string][])
      : ([['order', orderNo]] as [string, string][])),
    ['ticket', ticketNumber],
    ['time', `${localTime} (${timeZone})`],
  ];
  return `<dl>${rows
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `<dt>${escaped(t(key))}</dt><dd>${escaped(value)}</dd>`)
    .join('\n')}</dl>`;
}

const moneyCell = (minor: number, { currency }: ReceiptDocument, language: string, field: string): string =>
  `<td class="sum" data-field="${field}" data-minor="${minor}">${escaped(formatMoney(minor, currency, language))}</td>`;

function lines(document: ReceiptDocument, { t, language }: PaperOptions): string {
  if (document.lines.length === 0) return `<p>${escaped(t('part'))}</p>`;
  const rows = document.lines.map((line) => {
    const options = line.options.length === 0 ? '' : `<small>${escaped(line.options.join(', '))}</small>`;
    return `<tr><td>${escaped(line.name)}${options}</td><td class="sum">${line.quantity}</td>${moneyCell(line.unitMinor, document, language, 'unit')}${moneyCell(line.amountMinor, document, language, 'line')}</tr>`;
  });
  const titles = ['item', 'quantity', 'price', 'amount'].map(
    (key, at) => `<th scope="col"${at === 0 ? '' : ' class="sum"'}>${escaped(t(key))}</th>`,
  );
  return `<table><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function sums(document: ReceiptDocument, { t, language }: PaperOptions): string {
  const isSale = document.kind === 'sale';
  const row = (field: string, key: string, minor: number, strong = false): string =>
    `<tr${strong ? ' class="strong"' : ''}><th scope="row">${escaped(t(key))}</th>${moneyCell(minor, document, language, field)}</tr>`;
  const isAdded = document.taxMode === 'exclusive';
  const rows = [
    ...(document.lines.length === 0 ? [] : [row('subtotal', 'subtotal', document.subtotalMinor)]),
    ...(document.discountMinor === 0 ? [] : [row('discount', 'discount', -document.discountMinor)]),
    ...(document.extraMinor === 0 ? [] : [row('extra', 'extra', document.extraMinor)]),
    // part of what was given back holds its tax already
    ...(isAdded && document.lines.length > 0 ? [row('taxAdded', 'taxAdded', document.taxMinor)] : []),
    row('total', 'total', document.totalMinor),
    ...(document.roundingAdjustmentMinor === 0 ? [] : [row('rounding', 'rounding', document.roundingAdjustmentMinor)]),
    row('payable', isSale ? 'paid' : 'givenBack', document.payableMinor, true),
  ];
  return `<table class="sums"><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Base and tax of each rate (practice 18.3), in every layout. */
function taxTable(document: ReceiptDocument, { t, language }: PaperOptions): string {
  const rows = document.taxes.map(
    ({ rate, baseMinor, taxMinor }) =>
      `<tr><td data-rate="${rate}">${rate / PERCENT} %</td>${moneyCell(baseMinor, document, language, 'base')}${moneyCell(taxMinor, document, language, 'tax')}${moneyCell(baseMinor + taxMinor, document, language, 'with')}</tr>`,
  );
  const titles = ['rate', 'base', 'tax', 'with'].map(
    (key, at) => `<th scope="col"${at === 0 ? '' : ' class="sum"'}>${escaped(t(key))}</th>`,
  );
  return `<table class="taxes"><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function foot(document: ReceiptDocument, { t, channelWord }: PaperOptions): string {
  const { kind, layout, seller, paymentName, orderNo } = document;
  const rows: [string, string][] = [
    [kind === 'sale' ? 'channel' : 'returnedBy', paymentName || channelWord],
    ...(seller.customerServiceEmail === '' ? [] : ([['help', seller.customerServiceEmail]] as [string, string][])),
    // filled in by the control unit of a Swedish cash register; there is none yet
    ...(layout === 'swedish_transitional'
      ? ([
          ['controlUnit', ''],
          ['controlCode', ''],
        ] as [string, string][])
      : []),
  ];
  const facts = rows.map(([key, value]) => `<dt>${escaped(t(key))}</dt><dd>${escaped(value)}</dd>`).join('\n');
  const thanks = layout === 'minimal' || kind === 'refund' ? '' : `<p>${escaped(t('thanks'))}</p>`;
  return `<footer><dl>${facts}</dl>${layout === 'latest' ? qrCode(orderNo) : ''}${thanks}</footer>`;
}

/** The number of the order, for whoever looks it up. */
function qrCode(text: string): string {
  const matrix = qrMatrix(text);
  const side = qrSide(matrix);
  return `<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${escaped(text)}"><path d="${qrPath(matrix)}"/></svg>`;
}

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
  dt { color: #444; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
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
