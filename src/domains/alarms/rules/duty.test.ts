import { describe, expect, test } from 'vitest';
import { type Duty, type DutyChange, dutyBlocks, onDutyAt } from './duty.ts';

const ZONE = 'Europe/Oslo';
const duty = (more: Partial<Duty>): Duty => ({
  ...{ id: 'd', name: 'Nights', spotId: null, userId: 'ada', weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1 },
  ...{ hours: { from: '22:00', to: '06:00' }, startsOn: '2026-01-01', endsOn: null },
  ...more,
});
const change = (more: Partial<DutyChange>): DutyChange => ({
  ...{ id: 'c', spotId: null, absentId: 'ada', userId: 'bo' },
  ...{ from: new Date('2026-11-24T00:00:00Z'), until: new Date('2026-11-25T00:00:00Z') },
  ...more,
});
const blocks = (from: string, until: string, duties: Duty[], changes: DutyChange[] = []) =>
  dutyBlocks(duties, changes, { from: new Date(from), until: new Date(until), timeZone: ZONE }).map(
    ({ from: begin, until: end, userId, insteadOf }) =>
      `${begin.toISOString().slice(5, 16)} ${end.toISOString().slice(5, 16)} ${userId}${insteadOf ? ` for ${insteadOf}` : ''}`,
  );

describe('the rota', () => {
  test('a night belongs to the day on which it begins, and one that lasts is there', () => {
    expect(blocks('2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z', [duty({ weekdays: [1, 2] })])).toEqual([
      '11-23T21:00 11-24T05:00 ada',
      '11-24T21:00 11-25T05:00 ada',
    ]);
  });

  test('every second week counts from the week of the first day', () => {
    const weekly = duty({
      weekdays: [1],
      hours: { from: '08:00', to: '08:00' },
      startsOn: '2026-11-25',
      everyWeeks: 2,
    });
    // the Monday of its first week lies before the first day
    expect(blocks('2026-11-22T23:00:00Z', '2026-12-27T23:00:00Z', [weekly])).toEqual([
      '12-07T07:00 12-08T07:00 ada',
      '12-21T07:00 12-22T07:00 ada',
    ]);
  });

  test('the last day is one of it', () => {
    const short = duty({ startsOn: '2026-11-23', endsOn: '2026-11-24', hours: { from: '08:00', to: '16:00' } });
    expect(blocks('2026-11-20T00:00:00Z', '2026-11-30T00:00:00Z', [short])).toHaveLength(2);
  });

  test.each([
    ['spring', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', '03-28T21:00 03-29T04:00 ada'],
    ['autumn', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', '10-24T20:00 10-25T05:00 ada'],
  ])('a night of the change of clocks in %s is an hour shorter or longer', (_season, from, until, expected) => {
    expect(blocks(from, until, [duty({})])).toEqual([expected]);
  });

  test('an exception takes its piece out of a duty', () => {
    const day = duty({ hours: { from: '08:00', to: '16:00' }, weekdays: [2] });
    const noon = { from: new Date('2026-11-24T09:00:00Z'), until: new Date('2026-11-24T11:00:00Z') };
    const asked = ['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'] as const;
    expect(blocks(...asked, [day], [change(noon)])).toEqual([
      '11-24T07:00 11-24T09:00 ada',
      '11-24T09:00 11-24T11:00 bo for ada',
      '11-24T11:00 11-24T15:00 ada',
    ]);
    expect(blocks(...asked, [day], [change({ ...noon, absentId: 'kim' })])).toEqual(['11-24T07:00 11-24T15:00 ada']);
    expect(blocks(...asked, [day, duty({ userId: 'kim', weekdays: [2] })], [change({ absentId: null })])).toEqual([
      '11-24T00:00 11-25T00:00 bo',
    ]);
  });

  test('those of the spot stand before those of all spots, each once', () => {
    const now = new Date('2026-11-24T01:00:00Z');
    const all = dutyBlocks(
      [
        duty({ userId: 'ada' }),
        duty({ userId: 'bo', spotId: 'harbour' }),
        duty({ userId: 'kim', spotId: 'station' }),
        duty({ userId: 'bo' }),
      ],
      [],
      { from: now, until: new Date(now.getTime() + 1), timeZone: ZONE },
    );
    expect(onDutyAt(all, { spotId: 'harbour', now })).toEqual(['bo', 'ada']);
    expect(onDutyAt(all, { spotId: 'station', now })).toEqual(['kim', 'ada', 'bo']);
  });
});
