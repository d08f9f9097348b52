import { expect, test } from 'vitest';
import { isJumpTarget, type JumpType } from '../contract/carousel.ts';
import { isExecutionTime, type SendFrequency } from '../contract/reward-config.ts';
import { TenantSettingsForm } from '../contract/tenant-settings.ts';
import { isKnownZone, offsetOf } from '../contract/time-zones.ts';

const NEEDED = { timeZone: 'Europe/Oslo', timeFormat: 'yyyy-MM-dd HH:mm:ss' } as const;
const faults = (more: Record<string, unknown>) =>
  TenantSettingsForm.safeParse({ ...NEEDED, ...more }).error?.issues.map(({ path, message }) => [
    path.join('.'),
    message,
  ]) ?? [];

test('time zone and time format are needed, all else may be left out (domain 5)', () => {
  expect(faults({})).toEqual([]);
  expect(TenantSettingsForm.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual(['timeZone', 'timeFormat']);
});

test.each([
  ['Mars/Base', false],
  ['+02:00', false],
  ['', false],
  ['Asia/Kathmandu', true],
  ['UTC', true],
])('%s as a time zone', (zone, isKnown) => {
  expect(isKnownZone(zone)).toBe(isKnown);
});

test('offsets are those of the moment', () => {
  const at = new Date('2027-01-01T00:00:00Z');
  expect(['UTC', 'Asia/Kathmandu', 'America/St_Johns'].map((zone) => offsetOf(zone, at))).toEqual([
    '+00:00',
    '+05:45',
    '-03:30',
  ]);
});

test.each([
  [0, '', true],
  [0, 'help', false],
  [1, 'coupon-list', true],
  [2, '/pages/menu?spot=1', true],
  [2, 'somewhere', false],
  [1, '//evil.example', false],
  [3, 'weixin://dl/business', true],
  [4, 'https://app.example/x', true],
  [4, 'javascript://alert(1)', false],
  [4, 'help', false],
  [4, '', false],
] as const)('jump type %s to "%s"', (jumpType, target, fits) => {
  expect(isJumpTarget({ jumpType: jumpType as JumpType, target })).toBe(fits);
});

test.each([
  ['yearly', '12-31 23:59:59', true],
  ['yearly', '23:59:59', false],
  ['monthly', '01 08:00:00', true],
  ['monthly', '32 08:00:00', false],
  ['daily', '08:00:00', true],
  ['daily', '24:00:00', false],
  ['hourly', '30:00', true],
  ['hourly', '60:00', false],
] as const)('%s at "%s"', (frequency, time, fits) => {
  expect(isExecutionTime(time, frequency as SendFrequency)).toBe(fits);
});

test('each fault names its field', () => {
  expect(faults({ accumulationPointLimit: { enable: true, limit: 0 } })).toEqual([
    ['accumulationPointLimit.limit', 'tenant.limit-needed'],
  ]);
  expect(faults({ userPointConfig: { switch_type: 1, unit_value: 0, point_value: 5 } })).toEqual([
    ['userPointConfig.unit_value', 'tenant.points-need-numbers'],
  ]);
  const slide = { image: 'a.png', jumpType: 4, target: 'help', from: '2027-02-01', to: '2027-01-01' };
  expect(faults({ carousel: [slide] })).toEqual([
    ['carousel.0.target', 'tenant.jump-address'],
    ['carousel.0.to', 'tenant.ends-before-it-begins'],
  ]);
  expect(faults({ rewardConfig: { frequency: 'daily', executionTime: '8', couponCount: 1 } })).toEqual([
    ['rewardConfig.executionTime', 'tenant.execution-time.daily'],
  ]);
  expect(faults({ rewardConfig: { frequency: 'daily', executionTime: '08:00:00', couponCount: 101 } })).toEqual([
    ['rewardConfig.couponCount', expect.anything()],
  ]);
  expect(faults({ currency: 'CHF' }).map(([path]) => path)).toEqual(['currency']);
});

test('settings that older clients send as texts are read; a closed shop of points needs no numbers (settled 111)', () => {
  const parsed = TenantSettingsForm.parse({
    ...NEEDED,
    userPointConfig: '{"switch_type":"0"}',
    accumulationPointLimit: '{"enable":false}',
  });
  expect(parsed).toMatchObject({
    userPointConfig: { switch_type: 0 },
    accumulationPointLimit: { enable: false, limit: 0, url: '', couponInfoId: '' },
  });
  expect(faults({ userPointConfig: 'none' }).length).toBeGreaterThan(0);
});
