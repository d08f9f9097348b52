import { expect, test } from 'vitest';
import { goodsSummary } from './goods-summary.ts';

test('a summary in both languages, and none in Chinese where no drink has such a name', () => {
  const latte = { quantity: 2, name: 'Latte', nameZh: '拿铁' };
  const chai = { quantity: 1, name: 'Chai', nameZh: '' };
  expect(goodsSummary([latte, chai])).toEqual({ name: '2 × Latte, 1 × Chai', nameZh: '2 × 拿铁、1 × Chai' });
  expect(goodsSummary([chai])).toEqual({ name: '1 × Chai', nameZh: '' });
});

test('a long one ends before half a character', () => {
  const { name } = goodsSummary([{ quantity: 1, name: `${'x'.repeat(195)}☕🧋`, nameZh: '' }]);
  expect(name.isWellFormed()).toBe(true);
  expect(name.length).toBeLessThanOrEqual(200);
});
