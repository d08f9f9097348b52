import { expect, test } from 'vitest';
import { canTakeOrders, isAbnormal, robotStatus } from './robot-state.ts';

test.each([
  [true, 'normal', 'normal', true],
  [true, 'maintain', 'maintain', false],
  [false, 'normal', 'offline', false],
  [false, 'maintain', 'offline', false],
] as const)('online %s, mode %s: %s, takes orders: %s', (online, mode, status, takesOrders) => {
  expect(robotStatus({ online, mode })).toBe(status);
  expect(canTakeOrders({ online, mode })).toBe(takesOrders);
});

test('a robot is abnormal while a fault is active', () => {
  expect(isAbnormal([])).toBe(false);
  expect(isAbnormal([{ code: 'grinder-jam' }])).toBe(true);
});
