import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { type PricingAnswer, priceOrder } from '#domains/pricing/rules/price-order.ts';
import type { PricingInput } from '#domains/pricing/rules/pricing-input.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import { decideDrinkRefund } from '#domains/refunds/rules/drink-refund.ts';
import { decideRefund, refundableAmount } from '#domains/refunds/rules/refund.ts';
import { ReceiptDocument, ReceiptLayout } from '../contract/receipt.ts';
import { receiptOf, type SoldOrder } from './receipt-document.ts';
import { receiptHtml } from './receipt-html.ts';
import { refundDocumentsOf } from './refund-document.ts';

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
    coupon: fc.option(
      fc.oneof(
        fc.record({ type: fc.constant(1 as const), rate: fc.integer({ min: 0, max: 990_000 }) }),
        fc.record({ type: fc.constant(4 as const), valueMinor: fc.integer({ min: 1, max: 1_000 }) }),
      ),
      { nil: undefined },
    ),
  })
  .map(({ extra, ...sale }) => ({
    input: {
      ...sale,
      channel: 'app' as const,
      extraAmounts: extra ? [{ minMinor: 0, maxMinor: 100_000_000, addMinor: 200 }] : [],
    },
    taxMode: sale.taxMode,
  }));

function soldAs(
  layout: string,
  { price, taxes, lineTaxRates }: Priced,
  input: Pick<PricingInput, 'currency' | 'taxMode' | 'lines'>,
) {
  const cups = input.lines.flatMap(({ quantity }, at) => Array.from({ length: quantity }, () => at + 1));
  return {
    orderNo: '20270328000123',
    currency: input.currency,
    sandbox: false,
    ...{ coupon: null, points: new Map() },
    drinks: cups.map((lineNo, at) => ({ drinkNo: at + 1, lineNo })),
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
        quantity: input.lines[at]?.quantity,
        taxRate: lineTaxRates[at] ?? 0,
      },
      ...{ listPriceMinor: line.unitMinor, channelDiscountMinor: 0 },
    })),
    money: { ...price, currency: input.currency, taxMode: input.taxMode, taxes, paidMinor: price.payableMinor },
  } as unknown as SoldOrder;
}

const paper = (document: ReceiptDocument) =>
  receiptHtml(document, {
    ...{
      language: 'en-US',
      currencyFormat: 'symbol',
      t: (key) => key,
      channelWord: 'Card',
      nonce: 'n',
      fileAddress: (path) => `/${path}`,
    },
  });
const minors = (html: string, field: string): number[] =>
  [...html.matchAll(new RegExp(`data-field="${field}" data-minor="(-?\\d+)"`, 'g'))].map(([, minor]) => Number(minor));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

test.each(LAYOUTS)('the amounts on a receipt are those of the order, to the unit: %s', (layout) => {
  fc.assert(
    fc.property(SALE, ({ input, taxMode }) => {
      const answer = priceOrder(input as PricingInput);
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
  const input: PricingInput = {
    ...{ currency: 'NOK', taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax' },
    ...{ spotTaxRate: 250_000, channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [] },
    lines: [{ unitMinor: 4_500, quantity: 1 }],
  };
  const answer = priceOrder(input) as Priced;
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

/** A drink of 45.00 at the 15 % of the spot, and one of 20.00 at 0 %. */
const MIXED: PricingInput = {
  ...{ currency: 'NOK', taxMode: 'inclusive', taxRounding: 'line', couponApplies: 'beforeTax', spotTaxRate: 150_000 },
  ...{ channelDiscountPercent: 0, channel: 'app', paidBy: 'card', extraAmounts: [] },
  lines: [
    { unitMinor: 4_500, quantity: 1 },
    { unitMinor: 2_000, quantity: 1, taxRate: 0 },
  ],
};

function documentsOf(
  input: PricingInput,
  refunds: readonly { amountMinor: number; drinkNos?: readonly number[]; isSurplus?: boolean }[],
): ReceiptDocument[] {
  const order = soldAs('default', priceOrder(input) as Priced, input);
  return refundDocumentsOf(
    order,
    PAID,
    refunds.map((refund, at) => ({ ...refund, id: `r${at}`, completedAt: PAID.at })),
  ).map((document) => ReceiptDocument.parse(document));
}

test('a refund of a cup states the tax of that cup, and lists it', () => {
  const [cup, rest] = documentsOf(MIXED, [
    { amountMinor: 2_000, drinkNos: [2] },
    { amountMinor: 4_500, drinkNos: [1] },
  ]);
  expect(cup).toMatchObject({
    taxes: [{ rate: 0, baseMinor: 2_000, taxMinor: 0 }],
    lines: [{ name: 'Drink 1', quantity: 1, unitMinor: 2_000, amountMinor: 2_000 }],
    ...{ subtotalMinor: 2_000, taxMinor: 0, totalMinor: 2_000, payableMinor: 2_000 },
  });
  expect(minors(paper(cup!), 'line')).toEqual([2_000]);
  expect(rest).toMatchObject({
    taxes: [{ rate: 150_000, baseMinor: 3_913, taxMinor: 587 }],
    lines: [{ name: 'Drink 0', amountMinor: 4_500 }],
    ...{ returnedBeforeMinor: 0, payableMinor: 4_500 },
  });
});

test('an amount alone is shared by rate, names no cup, and is taken off the price of those that follow', () => {
  const [amount, rest] = documentsOf(MIXED, [{ amountMinor: 1_300 }, { amountMinor: 5_200, drinkNos: [1, 2] }]);
  expect(amount).toMatchObject({
    taxes: [
      { rate: 150_000, baseMinor: 783, taxMinor: 117 },
      { rate: 0, baseMinor: 400, taxMinor: 0 },
    ],
    ...{ lines: [], subtotalMinor: 1_300, payableMinor: 1_300 },
  });
  expect(rest).toMatchObject({
    taxes: [
      { rate: 150_000, baseMinor: 3_130, taxMinor: 470 },
      { rate: 0, baseMinor: 1_600, taxMinor: 0 },
    ],
    lines: [{ amountMinor: 4_500 }, { amountMinor: 2_000 }],
    ...{ totalMinor: 6_500, returnedBeforeMinor: 1_300, payableMinor: 5_200 },
  });
  expect(minors(paper(rest!), 'returnedBefore')).toEqual([-1_300]);
});

test('cups of a line whose price leaves a remainder are listed at what each gave back', () => {
  const input = { ...MIXED, lines: [{ unitMinor: 333, quantity: 3 }] };
  const order = soldAs('default', priceOrder(input) as Priced, input);
  const uneven = { ...order, lines: order.lines.map((line) => ({ ...line, payableMinor: 998, taxMinor: 130 })) };
  const [two] = refundDocumentsOf(uneven, PAID, [
    { id: 'r', amountMinor: 665, drinkNos: [1, 3], completedAt: PAID.at },
  ]);
  expect(two?.lines).toMatchObject([
    { quantity: 1, unitMinor: 333, amountMinor: 333 },
    { quantity: 1, unitMinor: 332, amountMinor: 332 },
  ]);
  expect(two?.taxes).toEqual([{ rate: 150_000, baseMinor: 578, taxMinor: 87 }]);
});

test('a second payment that goes back has bought nothing, and leaves the sale as it is', () => {
  const [surplus, whole] = documentsOf(MIXED, [{ amountMinor: 6_500, isSurplus: true }, { amountMinor: 6_500 }]);
  expect(surplus).toMatchObject({ lines: [], taxes: [], taxMinor: 0, totalMinor: 6_500, payableMinor: 6_500 });
  expect(whole).toMatchObject({ taxMinor: 587, lines: [{ amountMinor: 4_500 }, { amountMinor: 2_000 }] });
});

const ASKED = fc.oneof(
  fc.record({ cups: fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }), amountMinor: fc.constant(0) }),
  fc.record({ cups: fc.constant<number[]>([]), amountMinor: fc.integer({ min: 1, max: 20_000 }) }),
);
type Asked = typeof ASKED extends fc.Arbitrary<infer Value> ? Value : never;

/** What is granted, by the rules of refunds, of what is asked for one after the other; in the end everything that is left. */
function refundsOf(sold: SoldOrder, asked: readonly Asked[]) {
  const given: { id: string; amountMinor: number; drinkNos: number[]; completedAt: Date }[] = [];
  for (const wish of [...asked, undefined]) {
    const order = {
      ...{ status: OrderStatus.pickedUp, paidMinor: sold.money.paidMinor, disputedMinor: 0 },
      refunds: given.map(({ amountMinor }) => ({
        ...({ status: RefundStatus.returned, providerState: 'succeeded', amountMinor } as const),
      })),
    };
    const isGone = (drinkNo: number) => given.some(({ drinkNos }) => drinkNos.includes(drinkNo));
    const drinks = sold.drinks.map(({ lineNo, drinkNo }) => ({
      ...{ lineNo, step: OrderStep.made, refunded: isGone(drinkNo) },
    }));
    const amountMinor = wish?.amountMinor ?? refundableAmount(order);
    if (!wish && amountMinor === 0) break;
    const decision = wish?.cups.length
      ? decideDrinkRefund(order, sold.lines, drinks, wish.cups, 'staff')
      : { ...decideRefund(order, amountMinor, 'staff'), drinks: [] };
    if (!decision.allowed) continue;
    given.push({
      ...{ id: `r${given.length}`, amountMinor: decision.amountMinor, completedAt: PAID.at },
      drinkNos: decision.drinks.map((index) => index + 1),
    });
  }
  return given;
}

test('documents of refunds name the original; each adds up, and together their taxes are those of the sale', () => {
  fc.assert(
    fc.property(SALE, fc.array(ASKED, { maxLength: 8 }), ({ input }, asked) => {
      const answer = priceOrder(input as PricingInput);
      if (!answer.priced || answer.price.payableMinor === 0) return;
      const { price, taxes } = answer;
      const sold = soldAs('default', answer, input);
      const refunds = refundsOf(sold, asked);
      const documents = refundDocumentsOf(sold, PAID, refunds).map((document) => ReceiptDocument.parse(document));
      const withTax = (rows: readonly { baseMinor: number; taxMinor: number }[]) =>
        sum(rows.map((row) => row.baseMinor + row.taxMinor));
      const isTaxedAsPaid = withTax(taxes) === price.totalMinor && price.roundingAdjustmentMinor === 0;
      let isByCups = true;
      for (const [at, document] of documents.entries()) {
        const { amountMinor, drinkNos } = refunds[at]!;
        const added = document.taxMode === 'exclusive' ? document.taxMinor : 0;
        expect(document.payableMinor).toBe(amountMinor);
        expect(document.subtotalMinor - document.discountMinor + document.extraMinor + added).toBe(document.totalMinor);
        expect(document.totalMinor + document.roundingAdjustmentMinor - document.returnedBeforeMinor).toBe(amountMinor);
        expect(sum(document.taxes.map((tax) => tax.taxMinor))).toBe(document.taxMinor);
        if (isTaxedAsPaid) expect(withTax(document.taxes)).toBe(amountMinor);
        if (document.lines.length > 0)
          expect(sum(document.lines.map((line) => line.amountMinor))).toBe(document.subtotalMinor);
        // until an amount names no cup, all lines and rates are those of the cups
        isByCups &&= drinkNos.length > 0;
        if (isByCups && at < documents.length - 1) {
          expect(sum(document.lines.map((line) => line.quantity))).toBe(drinkNos.length);
          const rates = document.lines.map((line) => line.taxRate);
          for (const { rate } of document.taxes) expect(rates).toContain(rate);
        }
        expect(paper(document)).toContain('<dt>original</dt><dd>20270328000123</dd>');
      }
      expect(sum(documents.map((document) => document.payableMinor))).toBe(price.payableMinor);
      for (const { rate, baseMinor, taxMinor } of taxes) {
        const rows = documents.flatMap((document) => document.taxes.filter((tax) => tax.rate === rate));
        expect(sum(rows.map((row) => row.baseMinor))).toBe(baseMinor);
        expect(sum(rows.map((row) => row.taxMinor))).toBe(taxMinor);
      }
    }),
    { numRuns: 300 },
  );
});
