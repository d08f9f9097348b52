import { expect, test } from 'vitest';
import type { PriceChange } from '../contract/price-change.ts';
import { changedPrices } from './changed-price.ts';

const up = (rate: number): PriceChange => ({ of: 'both', direction: 'up', by: 'percent', rate });
const down = (amountMinor: number): PriceChange => ({ of: 'both', direction: 'down', by: 'amount', amountMinor });
const both = (minor: number) => ({ originalPriceMinor: minor, priceMinor: minor });
const sale = { originalPriceMinor: 4_500, priceMinor: 3_900 };

test.each([
  ['10 % more, to whole kroner', both(4_500), up(100_000), 100, [5_000, 5_000], undefined],
  ['10 % more, exactly', both(4_500), up(100_000), 1, [4_950, 4_950], undefined],
  ['half of a step goes up', both(4_550), up(0), 100, [4_600, 4_600], undefined],
  ['a discount stays in proportion', sale, up(100_000), 100, [5_000, 4_300], undefined],
  ['an amount less', sale, down(500), 100, [4_000, 3_400], undefined],
  ['yen have no decimals', both(480), up(50_000), 1, [504, 504], undefined],
  ['the original price alone', sale, { ...up(100_000), of: 'original' }, 100, [5_000, 3_900], undefined],
  [
    'the original price alone, without a discount',
    both(4_500),
    { ...up(100_000), of: 'original' },
    100,
    [5_000, 5_000],
    undefined,
  ],
  ['the price that is asked alone', sale, { ...down(400), of: 'asked' }, 100, [4_500, 3_500], undefined],
  ['asked above the original', sale, { ...up(500_000), of: 'asked' }, 100, [4_500, 5_900], 'above-original'],
  ['the original below what is asked', sale, { ...down(1_000), of: 'original' }, 100, [3_500, 3_900], 'above-original'],
  ['nothing is left', both(300), down(300), 1, [0, 0], 'nothing-left'],
  ['less than nothing is nothing', both(300), down(900), 1, [0, 0], 'nothing-left'],
  [
    'more than an amount can be',
    both(0),
    { of: 'both', direction: 'up', by: 'amount', amountMinor: Number.MAX_SAFE_INTEGER },
    100,
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    'too-much',
  ],
  ['rounded away', both(40), up(0), 100, [0, 0], 'nothing-left'],
] as const)('%s', (_, before, change, step, [originalPriceMinor, priceMinor], because) => {
  expect(changedPrices(before, change as PriceChange, step)).toEqual({
    prices: { originalPriceMinor, priceMinor },
    because,
  });
});
