import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROBOT_HEALTHS, ROBOT_MODES, SOLD_OUT_STATES } from '#domains/robots/contract/robot-status.ts';
import { type HealthFacts, robotHealth } from './robot-health.ts';

const well: HealthFacts = {
  isKnown: true,
  online: true,
  abnormal: false,
  mode: 'normal',
  soldOut: 'available',
  offersAnything: true,
  missing: [],
  low: [],
};

test.each<[Partial<HealthFacts>, string, string, string[]]>([
  [{}, 'selling', 'selling', []],
  [{ low: ['Milk'] }, 'warning', 'lowMaterials', ['Milk']],
  [{ soldOut: 'partly', missing: ['Milk'], low: ['Beans'] }, 'warning', 'someOutOfMaterials', ['Milk']],
  [{ soldOut: 'partly' }, 'warning', 'someSwitchedOff', []],
  [{ mode: 'maintain', soldOut: 'partly', missing: ['Milk'] }, 'maintenance', 'maintenance', []],
  [{ mode: 'maintain', soldOut: 'soldOut', missing: ['Cups'] }, 'soldOut', 'outOfMaterials', ['Cups']],
  [{ soldOut: 'soldOut' }, 'soldOut', 'switchedOff', []],
  [{ soldOut: 'soldOut', offersAnything: false }, 'soldOut', 'nothingOffered', []],
  [{ abnormal: true, soldOut: 'soldOut', mode: 'maintain' }, 'fault', 'fault', []],
  [{ online: false, abnormal: true, soldOut: 'soldOut' }, 'offline', 'offline', []],
  [{ isKnown: false, online: false, soldOut: 'soldOut' }, 'notConnected', 'neverConnected', []],
])('%j is %s: %s', (facts, health, code, materials) => {
  expect(robotHealth({ ...well, ...facts })).toEqual({ health, reason: { code, materials } });
});

const facts = fc.record({
  isKnown: fc.constant(true),
  online: fc.boolean(),
  abnormal: fc.boolean(),
  mode: fc.constantFrom(...ROBOT_MODES),
  soldOut: fc.constantFrom(...SOLD_OUT_STATES),
  offersAnything: fc.boolean(),
  missing: fc.subarray(['Milk', 'Beans']),
  low: fc.subarray(['Milk', 'Beans']),
});
const badness = (one: HealthFacts) => ROBOT_HEALTHS.indexOf(robotHealth(one).health);

test('what gets worse never looks better', () => {
  const worse: readonly Partial<HealthFacts>[] = [
    { online: false },
    { abnormal: true },
    { soldOut: 'soldOut' },
    { mode: 'maintain' },
    { low: ['Milk'] },
  ];
  fc.assert(
    fc.property(facts, fc.constantFrom(...worse), (known, change) => {
      expect(badness({ ...known, ...change })).toBeLessThanOrEqual(badness(known));
    }),
  );
});
