import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PricingAnswer, priceOrder } from '#domains/pricing/rules/price-order.ts';
import { ReceiptDocument, ReceiptLayout } from '../contract/receipt.ts';
import { receiptOf, refundDocumentOf, type SoldOrder } from './receipt-document.ts';
import { receiptHtml } from './receipt-html.ts';

type Priced = Extract<PricingAnswer, { priced: true }>;
const LAYOUTS = ReceiptLayout.options;
const PAID = { at: new Date('2027-03-28T00:30:00Z'), channel: 'stripe', name: 'Card' };

const SALE = fc
  .record({
    currency: fc.constantFrom('NOK' as const, 'JPY' as const, 'OMR' as const, 'SEK' as const),
    taxMode: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    taxRounding: fc.constantFrom('line' as const, 'order' as const),
    couponApplies: fc.constantFrom('beforeTax' as const, 'afterTax' as const),
    spotTaxRate: fc.constantFrom(0, 80_000, 150_000, 250_000),
    channelDiscountPercent: fc.integer({ min: 0, max: 99 }),
    paidBy: fc.constantFrom('card' as const, 'cash' as const),
    lines: fc.array(
      fc.record(
        {
          unitMinor: fc.integer({ min: 1, max: 100_000 }),
          quantity: fc.integer({ min: 1, max: 9 }),
          taxRate: fc.constantFrom(0, 120_000, 250_000),
        },
        { requiredKeys: ['unitMinor', 'quantity'] },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    extra: fc.boolean(),
  })
  .map(({ extra, ...sale }) => ({
    input: {
      ...sale,
      channel: 'app' as const,
      extraAmounts: extra ? [{ minMinor: 0, maxMinor: 100_000_000, addMinor: 200 }] : [],
    },
    taxMode: sale.taxMode,
  }));

function soldAs(layout: string, { price, taxes, lineTaxRates }: Priced, input: { currency: string; taxMode: string }) {
  return {
    orderNo: '20270328000123',
    currency: input.currency,
    sandbox: false,
    ...{ refunds: [], coupon: null, points: new Map() },
    receipt: {
      ...{ layout, companyName: 'Nordic & <Coffee>', companyAddress: 'Quay 2', companyIdentification: 'NO 999' },
      ...{ companyLogo: '1000/logo/x.png', taxationMethod: 'General', customerServiceEmail: 'help@example.com' },
      ...{ spotName: 'Harbour', spotAddress: 'Quay 1', timeZone: 'Europe/Oslo', ticketNumber: '20270328000123' },
    },
    lines: price.lines.map((line, at) => ({
      ...line,
      ...{
        lineNo: at + 1,
        goodsId: 'x',
        name: `Drink ${at}`,
        options: [],
        quantity: 1,
        taxRate: lineTaxRates[at] ?? 0,
      },
      ...{ listPriceMinor: line.unitMinor, channelDiscountMinor: 0 },
    })),
    money: { ...price, currency: input.currency, taxMode: input.taxMode, taxes, paidMinor: price.payableMinor },
  } as unknown as SoldOrder;
}

const paper = (document: ReceiptDocument) =>
  receiptHtml(document, {
    ...{ language: 'en-US', t: (key) => key, channelWord: 'Card', nonce: 'n', fileAddress: (path) => `/${path}` },
  });
const minors = (html: string, field: string): number[] =>
  [...html.matchAll(new RegExp(`data-field="${field}" data-minor="(-?\\d+)"`, 'g'))].map(([, minor]) => Number(minor));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

test.each(LAYOUTS)('the amounts on a receipt are those of the order, to the unit: %s', (layout) => {
  fc.assert(
    fc.property(SALE, ({ input, taxMode }) => {
      const answer = priceOrder(input as Parameters<typeof priceOrder>[0]);
      if (!answer.priced) return;
      const { price, taxes } = answer;
      const document = ReceiptDocument.parse(receiptOf(soldAs(layout, answer, input), PAID));
      const html = paper(document);
      expect(sum(minors(html, 'line'))).toBe(price.subtotalMinor);
      expect(minors(html, 'payable')).toEqual([price.payableMinor]);
      expect(minors(html, 'total')).toEqual([price.totalMinor]);
      expect(sum(minors(html, 'rounding'))).toBe(price.roundingAdjustmentMinor);
      // what stands above the total adds up to it
      const added = taxMode === 'exclusive' ? sum(minors(html, 'taxAdded')) : 0;
      const above = sum(['subtotal', 'discount', 'extra'].flatMap((field) => minors(html, field)));
      expect(above + added).toBe(price.totalMinor);
      // tax per rate, each once
      expect(sum(minors(html, 'tax'))).toBe(price.taxMinor);
      expect(minors(html, 'tax')).toHaveLength(taxes.length);
      expect(new Set(taxes.map(({ rate }) => rate)).size).toBe(taxes.length);
    }),
  );
});

test('layouts differ in what stands beside the amounts, never in them', () => {
  const input = {
    ...{ currency: 'NOK', taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax' },
  } as const;
  const answer = priceOrder({
    ...input,
    ...{ spotTaxRate: 250_000, channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [] },
    lines: [{ unitMinor: 4_500, quantity: 1 }],
  } as Parameters<typeof priceOrder>[0]) as Priced;
  const html = Object.fromEntries(
    LAYOUTS.map((layout) => [layout, paper(receiptOf(soldAs(layout, answer, input), PAID))]),
  ) as Record<(typeof LAYOUTS)[number], string>;
  for (const page of Object.values(html)) {
    expect(page).toContain('Nordic &amp; &lt;Coffee&gt;');
    for (const text of ['NO 999', '20270328000123', '2027-03-28 01:30:00 (Europe/Oslo)', '25 %', 'Card'])
      expect(page).toContain(text);
    expect(minors(page, 'payable')).toEqual([4_500]);
    expect(minors(page, 'tax')).toEqual([900]);
    expect(page).not.toMatch(/<script/i);
  }
  expect(html.default).toContain('Quay 2');
  expect(html.minimal).not.toMatch(/Quay|<img|<svg/);
  expect(html.latest).toMatch(/<img src="\/1000\/logo\/x\.png"[\s\S]*<svg class="qr"/);
  expect(html.default).not.toMatch(/<img|<svg/);
  expect(html.swedish_transitional).toMatch(/controlUnit<\/dt><dd><\/dd>[\s\S]*controlCode<\/dt><dd><\/dd>/);
});

test('documents of refunds name the original, and their taxes add up to those of the sale', () => {
  fc.assert(
    fc.property(SALE, fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 5 }), ({ input }, parts) => {
      const answer = priceOrder(input as Parameters<typeof priceOrder>[0]);
      if (!answer.priced || answer.price.payableMinor === 0) return;
      const order = soldAs('default', answer, input);
      const { payableMinor } = answer.price;
      const amounts: number[] = [];
      for (const part of parts) if (sum(amounts) + part < payableMinor) amounts.push(part);
      amounts.push(payableMinor - sum(amounts));
      let before = 0;
      const documents = amounts.map((amountMinor, at) => {
        const refund = { id: `r${at}`, amountMinor, completedAt: PAID.at };
        const document = ReceiptDocument.parse(refundDocumentOf(order, PAID, refund, before));
        before += amountMinor;
        return document;
      });
      expect(sum(documents.map((document) => document.payableMinor))).toBe(payableMinor);
      expect(sum(documents.map((document) => document.taxMinor))).toBe(
        sum(answer.taxes.map(({ taxMinor }) => taxMinor)),
      );
      for (const document of documents) expect(paper(document)).toContain('<dt>original</dt><dd>20270328000123</dd>');
    }),
  );
});
