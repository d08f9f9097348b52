import { type CurrencyDisplay, formatMoney } from '#platform/money/rules/format-money.ts';
import { type DaySheet, type DaySheetPart, netOf } from '../contract/day-sheet.ts';
import { escaped, paperPage, rateText } from './paper-page.ts';
import type { PaperWords } from './receipt-html.ts';

interface SheetOptions {
  readonly language: string;
  readonly currencyFormat: CurrencyDisplay;
  readonly nonce: string;
  readonly t: PaperWords;
}

/** The day of a spot as a page made for printing (settled 40). */
export function daySheetHtml(sheet: DaySheet, options: SheetOptions): string {
  const { t } = options;
  const parts =
    sheet.parts.length === 0
      ? [`<p>${escaped(t('sheet.nothing'))}</p>`]
      : sheet.parts.flatMap((part) => partOf(part, options));
  return paperPage({
    ...options,
    ...{ title: `${t('sheet.title')} ${sheet.spot.name} ${sheet.day}`, className: 'sheet' },
    parts: [head(sheet, options), ...parts],
  });
}

function head({ seller, spot, day, timeZone, printedAt, isOpen }: DaySheet, { t }: SheetOptions): string {
  const said = [spot.name === seller.name ? '' : spot.name, spot.address].filter((text) => text !== '');
  const facts: [string, string][] = [
    ['identification', seller.identification],
    ['sheet.day', `${day} (${timeZone})`],
    ['sheet.printed', printedAt],
  ];
  return `<header><strong>${escaped(seller.name || spot.name)}</strong>
${said.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
<h1>${escaped(t('sheet.title'))}</h1>
${isOpen ? `<p class="mark">${escaped(t('sheet.open'))}</p>` : ''}</header>
<dl>${facts
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `<dt>${escaped(t(key))}</dt><dd>${escaped(value)}</dd>`)
    .join('\n')}</dl>`;
}

function partOf(part: DaySheetPart, { t, language, currencyFormat }: SheetOptions): string[] {
  const money = (minor: number): string => escaped(formatMoney(minor, part.currency, language, currencyFormat));
  const cell = (content: string | number): string => `<td class="sum">${content}</td>`;
  const row = (key: string, content: string | number, strong = false): string =>
    `<tr${strong ? ' class="strong"' : ''}><th scope="row">${escaped(t(key))}</th>${cell(content)}</tr>`;
  const table = (heads: readonly string[], rows: readonly string[]): string => {
    const titles = heads.map((key, at) => `<th scope="col"${at === 0 ? '' : ' class="sum"'}>${escaped(t(key))}</th>`);
    return `<table><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  };
  const { orders, cups, refunds } = part;
  const sums = [
    row('sheet.orders', orders),
    row('sheet.cups', cups),
    row('subtotal', money(part.subtotalMinor)),
    ...(part.discountMinor === 0 ? [] : [row('discount', money(-part.discountMinor))]),
    ...(part.extraMinor === 0 ? [] : [row('extra', money(part.extraMinor))]),
    ...(part.roundingMinor === 0 ? [] : [row('rounding', money(part.roundingMinor))]),
    row('paid', money(part.paidMinor), true),
    row('sheet.refunds', `${refunds.count} · ${money(-refunds.amountMinor)}`),
    row('sheet.net', money(netOf(part)), true),
  ];
  return [
    `<table class="sums"><tbody>${sums.join('\n')}</tbody></table>`,
    table(
      ['rate', 'base', 'tax', 'with'],
      part.taxes.map(
        ({ rate, baseMinor, taxMinor }) =>
          `<tr><td>${rateText(rate)}</td>${cell(money(baseMinor))}${cell(money(taxMinor))}${cell(money(baseMinor + taxMinor))}</tr>`,
      ),
    ),
    table(
      ['channel', 'sheet.count', 'amount'],
      part.payments.map(
        ({ channel, count, amountMinor }) =>
          `<tr><td>${escaped(t(`channelName.${channel}`))}</td>${cell(count)}${cell(money(amountMinor))}</tr>`,
      ),
    ),
    table(
      ['item', 'quantity', 'amount'],
      part.drinks.map(
        ({ name, quantity, amountMinor }) =>
          `<tr><td>${escaped(name)}</td>${cell(quantity)}${cell(money(amountMinor))}</tr>`,
      ),
    ),
    orders === 0
      ? ''
      : `<footer><dl><dt>${escaped(t('sheet.first'))}</dt><dd>${escaped(part.firstOrderNo)}</dd>
<dt>${escaped(t('sheet.last'))}</dt><dd>${escaped(part.lastOrderNo)}</dd></dl></footer>`,
  ];
}
