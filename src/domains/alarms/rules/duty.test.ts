import fc from 'fast-check';
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

describe('an exception at a spot', () => {
  const NOON = new Date('2026-11-24T12:00:00Z');
  const always = (userId: string, spotId: string | null = null) =>
    duty({ userId, spotId, hours: { from: '00:00', to: '00:00' } });
  const onDuty = (spotId: string, duties: readonly Duty[], changes: readonly DutyChange[], now = NOON) =>
    onDutyAt(dutyBlocks(duties, changes, { from: now, until: new Date(now.getTime() + 60_000), timeZone: ZONE }), {
      spotId,
      now,
    });

  test.each<[string, Duty[], Partial<DutyChange>[], string[], string[]]>([
    ['takes the place of who is on duty at all spots', [always('ada')], [{ spotId: 'harbour' }], ['bo'], ['ada']],
    [
      'of nobody by name takes the place of everybody there',
      [always('ada'), always('kim', 'harbour')],
      [{ spotId: 'harbour', absentId: null }],
      ['bo'],
      ['ada'],
    ],
    [
      'leaves who is on duty beside the absent person',
      [always('ada'), always('kim')],
      [{ spotId: 'harbour' }],
      ['bo', 'kim'],
      ['ada', 'kim'],
    ],
    [
      'stands beside one at another spot',
      [always('ada')],
      [{ spotId: 'harbour' }, { spotId: 'station', userId: 'kim' }],
      ['bo'],
      ['kim'],
    ],
    ['of somebody who is not on duty there changes nothing', [always('ada')], [{ absentId: 'kim' }], ['ada'], ['ada']],
    ['of all spots takes the place of a duty of one', [always('ada', 'harbour')], [{}], ['bo'], []],
    [
      'of all spots and nobody by name takes the place of a duty of one',
      [always('ada', 'harbour'), always('kim')],
      [{ absentId: null }],
      ['bo'],
      ['bo'],
    ],
    [
      'takes the place of who has taken over everywhere',
      [always('ada')],
      [{ absentId: null }, { spotId: 'harbour', absentId: null, userId: 'kim' }],
      ['kim'],
      ['bo'],
    ],
    [
      'of who has taken over is for him, wherever he has',
      [always('ada')],
      [
        { spotId: 'harbour', absentId: null },
        { absentId: 'bo', userId: 'kim' },
      ],
      ['kim'],
      ['ada'],
    ],
    [
      'of all spots that follows replaces the absent person at the others',
      [always('ada')],
      [{ spotId: 'harbour' }, { userId: 'kim' }],
      ['bo'],
      ['kim'],
    ],
  ])('%s', (_case, duties, changes, harbour, station) => {
    const all = changes.map(change);
    expect(onDuty('harbour', duties, all)).toEqual(harbour);
    expect(onDuty('station', duties, all)).toEqual(station);
  });

  test('is a piece of the picture: the duty of all spots goes on without that spot meanwhile', () => {
    const hours = { from: new Date('2026-11-24T11:00:00Z'), until: new Date('2026-11-24T13:00:00Z') };
    const [all] = [always('ada')];
    const asked = { from: NOON, until: new Date('2026-11-24T12:01:00Z'), timeZone: ZONE };
    expect(
      dutyBlocks([all!], [change({ spotId: 'harbour', ...hours })], asked).map(
        ({ userId, spotId, exceptSpotIds, insteadOf }) => ({ userId, spotId, exceptSpotIds, insteadOf }),
      ),
    ).toEqual([
      { userId: 'ada', spotId: null, exceptSpotIds: ['harbour'], insteadOf: null },
      { userId: 'bo', spotId: 'harbour', exceptSpotIds: [], insteadOf: 'ada' },
    ]);
    const later = new Date('2026-11-24T13:00:00Z');
    expect(onDuty('harbour', [all!], [change({ spotId: 'harbour', ...hours })], later)).toEqual(['ada']);
  });

  test('whoever is on duty is what the exceptions make of the plan of the spot, one after another', () => {
    const SPOTS = ['harbour', 'station'] as const;
    const spot = fc.constantFrom(null, ...SPOTS);
    const person = fc.constantFrom('ada', 'bo', 'kim', 'eve');
    const hour = fc
      .integer({ min: 0, max: 48 })
      .map((hours) => new Date(Date.parse('2026-11-23T12:00:00Z') + hours * 3_600_000));
    const duties = fc.array(
      fc
        .record({
          userId: person,
          spotId: spot,
          hours: fc.constantFrom({ from: '00:00', to: '00:00' }, { from: '22:00', to: '06:00' }),
        })
        .map(duty),
      { maxLength: 4 },
    );
    const changes = fc.array(
      fc
        .record({ userId: person, absentId: fc.option(person), spotId: spot, one: hour, other: hour })
        .map(({ one, other, ...more }) =>
          change({ ...more, from: one < other ? one : other, until: one < other ? other : one }),
        ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(duties, changes, hour, fc.constantFrom(...SPOTS), (planned, exceptions, now, spotId) => {
        const expected = exceptions
          .filter((one) => one.from <= now && now < one.until && (one.spotId === null || one.spotId === spotId))
          .reduce<string[]>(
            (there, { absentId, userId }) =>
              absentId === null ? [userId] : there.map((one) => (one === absentId ? userId : one)),
            onDuty(spotId, planned, [], now),
          );
        expect(onDuty(spotId, planned, exceptions, now).sort()).toEqual([...new Set(expected)].sort());
      }),
    );
  });
});
