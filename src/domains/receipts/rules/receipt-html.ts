import { type CurrencyDisplay, formatMoney } from '#platform/money/rules/format-money.ts';
import { qrMatrix, qrPath, qrSide } from '#platform/qr/rules/qr-matrix.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { escaped, paperPage, rateText } from './paper-page.ts';

/** In the language of the reader. */
export type PaperWords = (key: string) => string;

export interface PaperOptions {
  readonly language: string;
  readonly currencyFormat: CurrencyDisplay;
  readonly t: PaperWords;
  /** The channel in words, where the tenant had no name for it. */
  readonly channelWord: string;
  /** Of the style, where a content security policy asks for one. */
  readonly nonce: string;
  /** Where a stored picture is read. */
  readonly fileAddress: (path: string) => string;
}

/** A document as a page made for printing: one narrow column, black on white, no script. Every text in it is escaped. */
export function receiptHtml(document: ReceiptDocument, options: PaperOptions): string {
  const parts = [head, facts, lines, sums, taxTable, foot].map((part) => part(document, options));
  return paperPage({ ...options, title: titleOf(document, options), className: document.layout, parts });
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

const moneyCell = (
  minor: number,
  { currency }: ReceiptDocument,
  { language, currencyFormat }: PaperOptions,
  field: string,
): string =>
  `<td class="sum" data-field="${field}" data-minor="${minor}">${escaped(formatMoney(minor, currency, language, currencyFormat))}</td>`;

function lines(document: ReceiptDocument, options: PaperOptions): string {
  const { t } = options;
  if (document.lines.length === 0) return `<p>${escaped(t('part'))}</p>`;
  const rows = document.lines.map((line) => {
    const chosen = line.options.length === 0 ? '' : `<small>${escaped(line.options.join(', '))}</small>`;
    return `<tr><td>${escaped(line.name)}${chosen}</td><td class="sum">${line.quantity}</td>${moneyCell(line.unitMinor, document, options, 'unit')}${moneyCell(line.amountMinor, document, options, 'line')}</tr>`;
  });
  const titles = ['item', 'quantity', 'price', 'amount'].map(
    (key, at) => `<th scope="col"${at === 0 ? '' : ' class="sum"'}>${escaped(t(key))}</th>`,
  );
  return `<table><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function sums(document: ReceiptDocument, options: PaperOptions): string {
  const { t } = options;
  const isSale = document.kind === 'sale';
  const row = (field: string, key: string, minor: number, { strong = false, more = '' } = {}): string =>
    `<tr${strong ? ' class="strong"' : ''}><th scope="row">${escaped(t(key))}${more === '' ? '' : `<small>${escaped(more)}</small>`}</th>${moneyCell(minor, document, options, field)}</tr>`;
  const isAdded = document.taxMode === 'exclusive';
  const rows = [
    ...(document.lines.length === 0 ? [] : [row('subtotal', 'subtotal', document.subtotalMinor)]),
    ...(document.discountMinor === 0
      ? []
      : [row('discount', 'discount', -document.discountMinor, { more: document.couponTitle ?? '' })]),
    ...(document.extraMinor === 0 ? [] : [row('extra', 'extra', document.extraMinor)]),
    ...(isAdded ? [row('taxAdded', 'taxAdded', document.taxMinor)] : []),
    row('total', 'total', document.totalMinor),
    ...(document.roundingAdjustmentMinor === 0 ? [] : [row('rounding', 'rounding', document.roundingAdjustmentMinor)]),
    ...(document.returnedBeforeMinor === 0
      ? []
      : [row('returnedBefore', 'returnedBefore', -document.returnedBeforeMinor)]),
    row('payable', isSale ? 'paid' : 'givenBack', document.payableMinor, { strong: true }),
  ];
  return `<table class="sums"><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Base and tax of each rate (practice 18.3), in every layout. */
function taxTable(document: ReceiptDocument, options: PaperOptions): string {
  const { t } = options;
  if (document.taxes.length === 0) return '';
  const rows = document.taxes.map(
    ({ rate, baseMinor, taxMinor }) =>
      `<tr><td data-rate="${rate}">${rateText(rate)}</td>${moneyCell(baseMinor, document, options, 'base')}${moneyCell(taxMinor, document, options, 'tax')}${moneyCell(baseMinor + taxMinor, document, options, 'with')}</tr>`,
  );
  const titles = ['rate', 'base', 'tax', 'with'].map(
    (key, at) => `<th scope="col"${at === 0 ? '' : ' class="sum"'}>${escaped(t(key))}</th>`,
  );
  return `<table class="taxes"><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function foot(document: ReceiptDocument, { t, channelWord }: PaperOptions): string {
  const { kind, layout, seller, paymentName, orderNo, points } = document;
  const rows: [string, string][] = [
    [kind === 'sale' ? 'channel' : 'returnedBy', paymentName || channelWord],
    ...(points === null
      ? []
      : ([[kind === 'sale' ? 'pointsEarned' : 'pointsTakenBack', String(points)]] as [string, string][])),
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
