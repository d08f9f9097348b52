import { expect, test } from 'vitest';
import { RENTAL_STATES, type RentalStatus, type RentalStep } from '../contract/codes.ts';
import { canEnd, isOut, isOver, moveRental, RENTAL_MOVES, type RentalMove } from './rental-moves.ts';

/** Rows: status and step before. Columns: each move, as the status after it, with its step where that is another. */
const TABLE: readonly [RentalStatus, RentalStep, Partial<Record<RentalMove, [RentalStatus, RentalStep]>>][] = [
  [
    ...([0, 'holding'] as const),
    { held: [0, 'ejecting'], ejected: [1, 'out'], notLent: [0, 'cancelled'], unanswered: [7, 'ejecting'] },
  ],
  [
    ...([0, 'ejecting'] as const),
    { held: [0, 'ejecting'], ejected: [1, 'out'], notLent: [0, 'cancelled'], unanswered: [7, 'ejecting'] },
  ],
  [0, 'cancelled', { ejected: [2, 'out'] }],
  [
    ...([1, 'out'] as const),
    { returned: [3, 'over'], bought: [5, 'over'], endedByStaff: [5, 'over'], contradicted: [2, 'out'] },
  ],
  [
    ...([2, 'out'] as const),
    { returned: [3, 'over'], bought: [5, 'over'], endedByStaff: [5, 'over'], contradicted: [2, 'out'] },
  ],
  [3, 'over', { paid: [4, 'over'] }],
  [4, 'over', {}],
  [5, 'over', { paid: [6, 'over'], returned: [5, 'over'] }],
  [6, 'over', { returned: [6, 'over'] }],
  [
    ...([7, 'ejecting'] as const),
    {
      ...{ ejected: [1, 'out'], notLent: [0, 'cancelled'], returned: [3, 'over'], endedByStaff: [5, 'over'] },
      contradicted: [2, 'ejecting'],
    },
  ],
];

test.each(TABLE)('from %i, %s: what is named is allowed, and nothing else', (status, step, allowed) => {
  for (const move of RENTAL_MOVES) {
    const to = allowed[move];
    expect([move, moveRental({ status, step }, move)]).toEqual([
      move,
      to ? { allowed: true, state: { status: to[0], step: to[1] } } : { allowed: false },
    ]);
  }
});

test('each code of the specification is in the table', () => {
  expect(new Set(TABLE.map(([status]) => status))).toEqual(new Set(RENTAL_STATES));
});

test('who has the unit, what staff can end, what is over', () => {
  expect(TABLE.filter(([status, step]) => isOut({ status, step })).map(([status]) => status)).toEqual([1, 2]);
  expect(TABLE.filter(([status, step]) => canEnd({ status, step })).map(([status]) => status)).toEqual([1, 2, 7]);
  expect(TABLE.filter(([status, step]) => isOver({ status, step })).map(([status]) => status)).toEqual([3, 4, 5, 6]);
});
