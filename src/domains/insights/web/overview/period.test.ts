import { expect, test } from 'vitest';
import { choiceOf, withChoice } from './period.ts';

// half past midnight in Shanghai, the evening before in Oslo
const NOW = Date.parse('2026-11-21T16:30:00Z');
const read = (query: string, timeZone = 'Asia/Shanghai') => choiceOf(new URLSearchParams(query), NOW, timeZone);

test.each([
  ['', 'Asia/Shanghai', 'sales', 'today', '2026-11-22', '2026-11-22'],
  ['', 'Europe/Oslo', 'sales', 'today', '2026-11-21', '2026-11-21'],
  ['period=last7&metric=cups', 'Asia/Shanghai', 'cups', 'last7', '2026-11-16', '2026-11-22'],
  ['period=last30', 'Europe/Oslo', 'sales', 'last30', '2026-10-23', '2026-11-21'],
  ['from=2026-10-01&to=2026-10-31', 'Asia/Shanghai', 'sales', 'custom', '2026-10-01', '2026-10-31'],
  ['from=2026-10-31&to=2026-10-01', 'Asia/Shanghai', 'sales', 'today', '2026-11-22', '2026-11-22'],
  ['period=always&metric=tea&from=2026-13-01', 'Asia/Shanghai', 'sales', 'today', '2026-11-22', '2026-11-22'],
])('%s in %s', (query, timeZone, metric, period, from, to) => {
  expect(read(query, timeZone)).toEqual({ metric, period, days: { from, to } });
});

test('the address holds what differs from the default, and reads back the same', () => {
  const weekly = withChoice(new URLSearchParams('x=1'), { period: 'last7', metric: 'orders' });
  expect(weekly.toString()).toBe('x=1&metric=orders&period=last7');
  expect(withChoice(weekly, { period: 'today', metric: 'sales' }).toString()).toBe('x=1');
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const custom = withChoice(weekly, { period: 'custom', days });
  expect(choiceOf(custom, NOW, 'Europe/Oslo')).toEqual({ metric: 'orders', period: 'custom', days });
  expect(withChoice(custom, { period: 'today' }).toString()).toBe('x=1&metric=orders');
});
