import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NEVER_HEARD } from '#domains/devices/rules/presence.ts';
import type { Device } from '#domains/devices/server/device-directory.ts';
import type { PlacedReport } from '#domains/devices/server/ingest/incoming.ts';
import { foldRobot, type RobotCondition } from './fold-robot.ts';
import type { RobotReport } from './robot-report.ts';

const device = { imei: '860000000000001', tenantId: '1000', id: 'r' } as Device;
const at = new Date('2027-03-01T09:15:00Z');
const start: RobotCondition = {
  presence: NEVER_HEARD,
  session: null,
  stateSeq: -1,
  firmware: '',
  mode: 'normal',
  modeIsAsked: false,
  faults: [],
  makingOrderNo: null,
  telemetry: {},
  telemetryAt: null,
  telemetryOrdinal: 0,
  telemetrySeq: -1,
  clockSkewSeconds: 0,
  configVersion: null,
  reported: {},
  reportedAt: null,
  reportedChangedAt: null,
};

function said(ordinal: number, seq: number, report: RobotReport): PlacedReport<RobotReport> {
  return {
    device,
    ordinal,
    receivedAt: at,
    report,
    frame: { messageId: 'm', session: `s${ordinal}`, seq, deviceAt: at },
  };
}
const state = (ordinal: number, seq: number) =>
  said(ordinal, seq, { kind: 'state', data: { online: true, fw: `${ordinal}.${seq}` } });
const telemetry = (ordinal: number, seq: number) =>
  said(ordinal, seq, { kind: 'telemetry', data: { materials: [{ code: 'beans', level: ordinal * 1_000 + seq }] } });

const place = fc.record({ ordinal: fc.integer({ min: 1, max: 4 }), seq: fc.integer({ min: 0, max: 30 }) });
const newest = (places: readonly { ordinal: number; seq: number }[]) =>
  places.reduce((best, each) =>
    each.ordinal > best.ordinal || (each.ordinal === best.ordinal && each.seq > best.seq) ? each : best,
  );

test('whatever is repeated, reordered or replayed, the newest state and the newest telemetry count', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 40 }), (places) => {
      const last = newest(places);
      const ofStates = foldRobot(
        start,
        places.map(({ ordinal, seq }) => state(ordinal, seq)),
      ).condition;
      expect(ofStates.firmware).toBe(`${last.ordinal}.${last.seq}`);
      expect(ofStates.presence.session).toBe(last.ordinal);
      const ofTelemetry = foldRobot(
        start,
        places.map(({ ordinal, seq }) => telemetry(ordinal, seq)),
      ).condition;
      expect(ofTelemetry.telemetry.materials).toEqual({ beans: last.ordinal * 1_000 + last.seq });
    }),
  );
});

test('it makes no difference how messages are cut into batches', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), fc.nat(30), (places, cut) => {
      const all = places.map(({ ordinal, seq }, i) => (i % 3 === 0 ? state(ordinal, seq) : telemetry(ordinal, seq)));
      const atOnce = foldRobot(start, all);
      const first = foldRobot(start, all.slice(0, cut));
      const second = foldRobot(first.condition, all.slice(cut));
      expect(second.condition).toEqual(atOnce.condition);
      expect([...first.turns, ...second.turns]).toEqual(atOnce.turns);
    }),
  );
});

test('a will is judged by its session alone, a goodbye is heard as such', () => {
  const born = foldRobot(start, [state(1, 1)]).condition;
  const off = (ordinal: number, seq: number) =>
    foldRobot(born, [said(ordinal, seq, { kind: 'state', data: { online: false } })]);
  expect(off(1, 0).turns).toMatchObject([{ online: false, reason: 'will' }]);
  expect(off(1, 9).turns).toMatchObject([{ online: false, reason: 'goodbye' }]);
  const second = foldRobot(born, [state(2, 0)]).condition;
  expect(foldRobot(second, [said(1, 0, { kind: 'state', data: { online: false } })]).turns).toEqual([]);
});

const minutesAgo = (minutes: number): Date => new Date(at.getTime() - minutes * 60_000);
const saidAt = (seq: number, deviceAt: Date, report: RobotReport) => {
  const message = said(1, seq, report);
  return { ...message, frame: { ...message.frame, deviceAt } };
};
const noMilk = { code: 'material-empty', part: 'milk' };
const faultEvent = (active: boolean, text?: string): RobotReport => ({
  kind: 'event',
  data: { kind: 'fault', active, ...noMilk, ...(text === undefined ? {} : { text }) },
});
const faultList = (faults: RobotCondition['faults']): RobotReport => ({
  kind: 'state',
  data: { online: true, faults: [...faults] },
});

test('a clock is measured by what is said now: births and heartbeats, no will and no event that comes late', () => {
  const skewOf = (...reports: readonly PlacedReport<RobotReport>[]) =>
    foldRobot(start, reports).condition.clockSkewSeconds;
  const birth = saidAt(1, minutesAgo(-2), { kind: 'state', data: { online: true } });
  expect(skewOf(birth)).toBe(120);
  expect(skewOf(birth, saidAt(0, minutesAgo(180), { kind: 'state', data: { online: false } }))).toBe(120);
  expect(skewOf(birth, saidAt(2, minutesAgo(180), faultEvent(true)))).toBe(120);
  expect(skewOf(birth, saidAt(2, minutesAgo(3), { kind: 'telemetry', data: {} }))).toBe(-180);
});

test('what counts for stock carries the time of the device, never one ahead of the receipt', () => {
  const levels = (deviceAt: Date) =>
    foldRobot(start, [saidAt(1, deviceAt, { kind: 'telemetry', data: { materials: [{ code: 'milk', level: 7 }] } })]);
  expect(levels(minutesAgo(90)).materials.get('milk')).toEqual({ reported: { level: 7, at: minutesAgo(90) } });
  expect(levels(minutesAgo(-90)).materials.get('milk')).toEqual({ reported: { level: 7, at } });
});

test.each([
  ['raised', [faultEvent(true)], { since: at }],
  ['raised and cleared', [faultEvent(true), faultEvent(false)], 'cleared'],
  ['listed for the first time', [faultList([noMilk])], { since: at }],
  ['no longer listed', [faultEvent(true), faultList([])], 'cleared'],
] as const)('a material that runs out is told when its fault is %s', (_, reports, empty) => {
  const folded = foldRobot(start, [state(1, 0), ...reports.map((report, i) => said(1, i + 1, report))]);
  expect(folded.materials.get('milk')).toEqual({ empty });
});

test('a fault that is listed once more is no news, and a late one changes nothing', () => {
  const known = foldRobot(start, [state(1, 0), said(1, 5, faultEvent(true))]).condition;
  expect(foldRobot(known, [said(1, 6, faultList([noMilk]))]).materials.size).toBe(0);
  expect(foldRobot(known, [said(1, 3, faultEvent(false))]).materials.size).toBe(0);
});

test('a fault that is said again without words keeps those that are known', () => {
  const words = 'Not enough milk';
  const known = foldRobot(start, [state(1, 0), said(1, 1, faultEvent(true, words))]).condition;
  for (const again of [faultEvent(true), faultList([noMilk])])
    expect(foldRobot(known, [said(1, 2, again)]).condition.faults).toEqual([{ ...noMilk, text: words }]);
});
