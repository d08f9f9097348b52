import { expect, test } from 'vitest';
import { barcodeOf, isBarcode } from './barcode.ts';

test.each([
  ['036000291452', false],
  ['136000291459', true],
  ['136000291458', false],
  ['13600029145', false],
  ['1360002914599', false],
  ['13600029145x', false],
  ['', false],
])('%s', (text, is) => expect(isBarcode(text)).toBe(is));

test('what is made can be read', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let nth = 0; nth < 200; nth++) expect(isBarcode(barcodeOf(random))).toBe(true);
});
