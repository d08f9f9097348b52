/**
 * Where a rental is (domain 4, practice 8.5). 0 is ours: no unit has come out yet, or none did. Staff and system end a rental
 * without its unit: 5 while the fee is open, then 6.
 */
export const RentalStatus = {
  notLent: 0,
  processing: 1,
  unusual: 2,
  completeUnpaid: 3,
  completePaid: 4,
  endedUnpaid: 5,
  endedPaid: 6,
  timeout: 7,
} as const;
export type RentalStatus = (typeof RentalStatus)[keyof typeof RentalStatus];
export const RENTAL_STATES = Object.values(RentalStatus) as [RentalStatus, ...RentalStatus[]];

/** How far it is: the money is held, the cabinet is asked, the unit is out, it is over, or nothing came out. */
export const RENTAL_STEPS = ['holding', 'ejecting', 'out', 'over', 'cancelled'] as const;
export type RentalStep = (typeof RENTAL_STEPS)[number];

/** A deposit is a kind of payment and no kind of rental (settled 68). */
export const RENTAL_KINDS = ['lease', 'repurchase'] as const;
export type RentalKind = (typeof RENTAL_KINDS)[number];

/** Why a customer got nothing; then nothing is paid either (practice 8.4). */
export const NOT_LENT = [
  'payment-refused',
  'payment-expired',
  'no-unit',
  'cabinet-offline',
  'nothing-ejected',
] as const;
export type NotLent = (typeof NOT_LENT)[number];

/** What people should look at. */
export const RENTAL_FLAGS = [
  'return-lost',
  'clock-wrong',
  'two-places',
  'late-eject',
  'second-unit',
  'other-unit',
  'hold-lapsed',
  'payment-issue',
] as const;
export type RentalFlag = (typeof RENTAL_FLAGS)[number];

export const ENDED_BY = ['return', 'upload', 'staff', 'system'] as const;
export type EndedBy = (typeof ENDED_BY)[number];
