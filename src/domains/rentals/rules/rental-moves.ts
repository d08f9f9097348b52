import { RentalStatus, type RentalStep } from '../contract/codes.ts';

export interface RentalState {
  readonly status: RentalStatus;
  readonly step: RentalStep;
}

export const RENTAL_MOVES = [
  'held',
  'ejected',
  'notLent',
  'unanswered',
  'returned',
  'bought',
  'endedByStaff',
  'contradicted',
  'paid',
] as const;
export type RentalMove = (typeof RENTAL_MOVES)[number];

const { notLent, processing, unusual, completeUnpaid, completePaid, endedUnpaid, endedPaid, timeout } = RentalStatus;

/** From a status, by what happened, to a status: everything else is refused (practice 8.5). */
const TABLE: Readonly<Record<RentalStatus, Partial<Record<RentalMove, RentalStatus>>>> = {
  [notLent]: { held: notLent, ejected: processing, notLent, unanswered: timeout },
  [processing]: {
    ...{ returned: completeUnpaid, bought: endedUnpaid, endedByStaff: endedUnpaid, contradicted: unusual },
  },
  [unusual]: { returned: completeUnpaid, bought: endedUnpaid, endedByStaff: endedUnpaid, contradicted: unusual },
  [timeout]: {
    ejected: processing,
    notLent,
    returned: completeUnpaid,
    endedByStaff: endedUnpaid,
    contradicted: unusual,
  },
  [completeUnpaid]: { paid: completePaid },
  [completePaid]: {},
  // the unit of a rental that was ended without it may come back, which changes no status
  [endedUnpaid]: { paid: endedPaid, returned: endedUnpaid },
  [endedPaid]: { returned: endedPaid },
};

const STEPS: Readonly<Record<RentalMove, RentalStep | undefined>> = {
  held: 'ejecting',
  ejected: 'out',
  notLent: 'cancelled',
  unanswered: 'ejecting',
  returned: 'over',
  bought: 'over',
  endedByStaff: 'over',
  contradicted: undefined,
  paid: undefined,
};

export type RentalDecision = { readonly allowed: true; readonly state: RentalState } | { readonly allowed: false };

/** The only way from one state of a rental to another (practice 8.5). */
export function moveRental(from: RentalState, move: RentalMove): RentalDecision {
  // a unit that comes out after everything was cancelled is out nevertheless: people must look (practice 9)
  if (from.step === 'cancelled')
    return move === 'ejected' ? { allowed: true, state: { status: unusual, step: 'out' } } : { allowed: false };
  const status = TABLE[from.status][move];
  if (status === undefined) return { allowed: false };
  return { allowed: true, state: { status, step: STEPS[move] ?? from.step } };
}

/** A customer has the unit, as far as anybody knows. */
export const isOut = ({ step }: RentalState): boolean => step === 'out';

/** Its deposit or its unit is waited for. */
export const isAwaited = ({ step }: RentalState): boolean => step === 'holding' || step === 'ejecting';

/** Staff can end it: the unit is out, or nobody knows where it is. */
export const canEnd = (state: RentalState): boolean => moveRental(state, 'endedByStaff').allowed;

/** It has ended, and its fee is known. */
export const isOver = ({ step }: RentalState): boolean => step === 'over';
