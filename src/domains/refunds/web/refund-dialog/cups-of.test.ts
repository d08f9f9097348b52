import { expect, test } from 'vitest';
import { OrderStep } from '#domains/orders/contract/order.ts';
import type { OrderCommand, OrderDrink } from '#domains/orders/contract/order-record.ts';
import { areAwaited, isWithRobot } from './cups-of.ts';

const steps = [OrderStep.unmade, OrderStep.making, OrderStep.made, OrderStep.failed];
const drinks = steps.map((step, index) => ({ drinkNo: index + 1, step }) as OrderDrink);

test.each([
  [[1], true],
  [[2], true],
  [[3, 4], false],
  [[3, 1], true],
  [[], false],
] as const)('cups %j of an unmade, a started, a made and a failed one are awaited: %s', (drinkNos, awaited) => {
  expect(areAwaited({ drinks }, drinkNos)).toBe(awaited);
});

const orders = (...states: string[]) => states.map((state) => ({ cmd: 'makeOrder', state }) as OrderCommand);

test.each([
  ['none was written', [], false],
  ['it waits for the robot', orders('queued'), false],
  ['it was called off', orders('cancelled'), false],
  ['it never left', orders('expired'), false],
  ['it was sent', orders('sent'), true],
  ['it is at work on it', orders('running'), true],
  ['it has not answered in time', orders('timed_out'), true],
  ['a later one waits', orders('queued', 'failed'), false],
  ['something else came after it', [{ cmd: 'reportState', state: 'queued' } as OrderCommand, ...orders('sent')], true],
] as const)('whether the robot has the work order where %s', (_, commands, has) => {
  expect(isWithRobot(commands)).toBe(has);
});
