import { describe, expect, test } from 'vitest';
import {
  type Condition,
  conditionsOf,
  isTooWarm,
  type MaterialFacts,
  type RobotFacts,
  severityOfFailures,
  severityOfMissing,
} from './conditions.ts';
import { severityOfFault } from './fault-severity.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const facts = (more: Partial<RobotFacts>): RobotFacts => ({
  ...{
    isKnown: true,
    online: true,
    inBusiness: true,
    faults: [],
    fitted: new Map(),
    materials: [],
    fridgeLimitTenths: 80,
    lasting: [],
  },
  maintenanceInDays: null,
  isOn: () => true,
  ...more,
});
const found = (more: Partial<RobotFacts>, type: Condition['type']) =>
  conditionsOf(facts(more), NOW).filter((condition) => condition.type === type);

describe('the table of practice 12', () => {
  test.each([
    [true, true, 'clear', 'critical'],
    [false, true, 'raise', 'critical'],
    [false, false, 'raise', 'major'],
  ] as const)('heartbeat: online %s, in business %s', (online, inBusiness, verdict, severity) => {
    expect(found({ online, inBusiness }, 'heartbeat')).toEqual([{ type: 'heartbeat', subKey: '', verdict, severity }]);
  });

  test('a robot that never connected is not missed', () => {
    expect(conditionsOf(facts({ isKnown: false, online: false }), NOW)).toEqual([]);
  });

  const milk = (more: Partial<MaterialFacts>): MaterialFacts => ({
    ...{ code: 'milk', isMissing: false, level: 900, lowMark: 200, capacity: 1000 },
    ...more,
  });
  test.each([
    ['full', milk({}), 'clear', 'clear'],
    ['just above the mark', milk({ level: 201 }), 'clear', 'hold'],
    ['at the mark', milk({ level: 200 }), 'hold', 'hold'],
    ['5 % above the mark', milk({ level: 250 }), 'clear', 'clear'],
    ['below the mark', milk({ level: 199 }), 'hold', 'raise'],
    ['no serving left', milk({ level: 10, isMissing: true }), 'raise', 'hold'],
    ['a serving larger than the mark', milk({ level: 300, lowMark: 200, isMissing: true }), 'raise', 'clear'],
  ] as const)('material: %s', (_case, material, missing, low) => {
    expect(found({ materials: [material] }, 'missing_material')).toMatchObject([
      { verdict: missing, severity: 'major' },
    ]);
    expect(found({ materials: [material] }, 'low_material')).toMatchObject([{ verdict: low, severity: 'minor' }]);
  });

  test.each([
    ['fridge_temperature', true, 299, 'hold'],
    ['fridge_temperature', true, 300, 'raise'],
    ['fridge_temperature', false, 299, 'hold'],
    ['fridge_temperature', false, 300, 'clear'],
    ['pos_network', true, 119, 'hold'],
    ['pos_network', true, 120, 'raise'],
    ['pos_network', false, 59, 'hold'],
    ['pos_network', false, 60, 'clear'],
  ] as const)('%s, bad %s for %i s: %s', (type, isBad, seconds, verdict) => {
    const lasting = [{ type, subKey: 'one', isBad, since: ago(seconds) }];
    expect(found({ lasting }, type)).toMatchObject([{ subKey: 'one', verdict }]);
  });

  test.each([
    [81, true],
    [80, undefined],
    [70, undefined],
    [69, false],
  ])('a fridge of %i tenths with a limit of 8 °C is too warm: %s', (tenths, expected) => {
    expect(isTooWarm(tenths, 80)).toBe(expected);
  });

  test('each fault of each part is a matter of its own, by its weight', () => {
    const faults = [{ code: 'grinder-jam' }, { code: 'pump-dry', part: 'milk' }, { code: 'door-open' }];
    expect(found({ faults }, 'sub_device_fault').map(({ subKey, severity }) => [subKey, severity])).toEqual([
      ['grinder-jam', 'major'],
      ['pump-dry/milk', 'major'],
      ['door-open', 'minor'],
    ]);
  });

  test.each([
    ['grinder', 'critical'],
    ['coffee_maker', 'critical'],
    ['arm', 'critical'],
    ['plc', 'critical'],
    ['milk-pump', 'major'],
    ['syrup_maker', 'major'],
    ['printer', 'minor'],
    ['what nobody knows', 'major'],
  ] as const)('a fault of %s is %s (settled 142)', (part, severity) => {
    expect(severityOfFault({ code: 'stuck', part }, new Map())).toBe(severity);
  });

  test('a fault weighs what the type of the part says that is fitted, and nothing that stops nothing weighs much', () => {
    const fitted = new Map([['coffee_maker', 'minor']] as const);
    expect(severityOfFault({ code: 'stuck', part: 'grinder' }, fitted)).toBe('minor');
    expect(severityOfFault({ code: 'stuck', part: 'arm' }, fitted)).toBe('critical');
    expect(severityOfFault({ code: 'descale-due', part: 'arm' }, fitted)).toBe('minor');
  });

  test('a material that has run out is one alarm: missing material where a drink needs it, else the fault', () => {
    const faults = [{ code: 'material-empty', part: 'milk' }];
    const empty = { materials: [milk({ level: 0, isMissing: true })], faults };
    expect(found(empty, 'sub_device_fault')).toEqual([]);
    expect(found(empty, 'missing_material')).toMatchObject([{ verdict: 'raise' }]);
    expect(found({ materials: [milk({ level: 0 })], faults }, 'sub_device_fault')).toMatchObject([
      { verdict: 'raise' },
    ]);
  });

  test.each([
    [1, 'major'],
    [2, 'major'],
    [3, 'critical'],
    [9, 'critical'],
  ] as const)('%i failed drinks in a row are %s', (inARow, severity) => {
    expect(severityOfFailures(inARow)).toBe(severity);
  });

  test.each([
    [null, []],
    [1, []],
    [0, ['minor']],
    [-2, ['minor']],
    [-3, ['major']],
  ] as const)('maintenance in %s days: %j', (maintenanceInDays, expected) => {
    expect(found({ maintenanceInDays }, 'maintenance').map(({ severity }) => severity)).toEqual(expected);
  });

  test.each([
    [1, 'minor'],
    [2, 'minor'],
    [3, 'major'],
  ] as const)('%i missing units are %s', (units, severity) => expect(severityOfMissing(units)).toBe(severity));

  test('what is switched off is no condition at all', () => {
    const off = facts({ online: false, faults: [{ code: 'x' }], isOn: (type) => type !== 'alarmHeartbeat' });
    expect(conditionsOf(off, NOW).map(({ type }) => type)).toEqual(['sub_device_fault']);
  });
});
