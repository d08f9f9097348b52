import { expect, test } from 'vitest';
import { type AnnouncementDraft, draftFaults, phaseOf } from './announcement-life.ts';

const NINE = '2026-11-23T09:00:00.000Z';
const TEN = '2026-11-23T10:00:00.000Z';
const forAll: AnnouncementDraft = { msgType: 'ALL', userIds: [], startTime: null, endTime: null };

test.each<[string, Partial<AnnouncementDraft>, string[]]>([
  ['one for all needs nobody', {}, []],
  ['one for chosen people names them', { msgType: 'USER' }, ['userIds']],
  ['one person is enough', { msgType: 'USER', userIds: ['kari'] }, []],
  ['a period', { startTime: NINE, endTime: TEN }, []],
  ['a period that ends first', { startTime: TEN, endTime: NINE }, ['endTime']],
  ['a period of no length', { startTime: NINE, endTime: NINE }, ['endTime']],
  ['the same instants in other zones', { startTime: '2026-11-23T11:00:00+01:00', endTime: TEN }, ['endTime']],
  ['a beginning alone', { startTime: NINE }, []],
  ['an end alone', { endTime: NINE }, []],
  ['both faults', { msgType: 'USER', startTime: TEN, endTime: NINE }, ['userIds', 'endTime']],
])('%s', (_title, more, paths) => {
  expect(draftFaults({ ...forAll, ...more }).map(({ path }) => path)).toEqual(paths);
});

test.each<[string, string, string | null, string | null, string]>([
  ['a draft', '0', null, null, 'draft'],
  ['a draft whose period is over', '0', null, NINE, 'draft'],
  ['a revoked one inside its period', '2', NINE, TEN, 'revoked'],
  ['one without a period', '1', null, null, 'shown'],
  ['before its beginning', '1', TEN, null, 'waiting'],
  ['at its beginning', '1', '2026-11-23T09:30:00.000Z', null, 'shown'],
  ['inside its period', '1', NINE, TEN, 'shown'],
  ['at its end', '1', NINE, '2026-11-23T09:30:00.000Z', 'over'],
  ['after its end', '1', null, NINE, 'over'],
])('%s is where it should be at half past nine', (_title, sendStatus, startTime, endTime, phase) => {
  expect(phaseOf({ sendStatus, startTime, endTime }, new Date('2026-11-23T09:30:00.000Z'))).toBe(phase);
});
