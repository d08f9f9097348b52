/** Where a day is: it is being matched, waits for its sign-off, could not be matched, or is locked. */
export const CLOSE_STATES = ['running', 'open', 'failed', 'signed'] as const;
export type CloseState = (typeof CLOSE_STATES)[number];

/** Why a day could not be matched. */
export const CLOSE_FAILURES = ['provider_away', 'provider_keys', 'broken'] as const;
export type CloseFailure = (typeof CLOSE_FAILURES)[number];

/** What a run does, in this order. */
export const CLOSE_STEPS = ['fetching', 'matching', 'done'] as const;
export type CloseStep = (typeof CLOSE_STEPS)[number];

/** What does not fit together. */
export const DIFFERENCE_KINDS = [
  'paid_not_recorded',
  'not_at_provider',
  'amount_differs',
  'currency_differs',
  'double_charge',
  'double_refund',
  'refund_unknown',
  'refund_not_at_provider',
  'refund_amount_differs',
  'dispute_unknown',
  'paid_not_made',
  'made_not_paid',
  'delivered_after_refund',
  'captured_too_much',
  'hold_not_released',
  'money_without_unit',
  'unit_without_money',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Told on the day and nothing to mend: booked on another day than with us, or not final yet. */
export const TIMING_KINDS = ['payment_other_day', 'refund_other_day', 'refund_waits'] as const;
export type TimingKind = (typeof TIMING_KINDS)[number];

/** `open`; `settled`: a later run found it no more; `accepted`: a person gave a reason; `mending`: something was done, and looked for again. */
export const DIFFERENCE_STATES = ['open', 'mending', 'settled', 'accepted'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

/** What a person can do about a difference from here; all else is done on the page that its link opens. */
export const MENDING_ACTS = ['take_over', 'make_again', 'refund', 'release'] as const;
export type MendingAct = (typeof MENDING_ACTS)[number];

/** What a difference is about. */
export const SUBJECTS = ['order', 'rental', 'provider'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Parts of the day sheet. */
export const SHEET_SECTIONS = [
  'sales',
  'tax',
  'reductions',
  'refunds',
  'disputes',
  'rentals',
  'deliveries',
  'provider',
  'match',
] as const;
export type SheetSection = (typeof SHEET_SECTIONS)[number];

/** What happened to a day, besides runs. */
export const CLOSE_EVENTS = ['signed', 'unlocked', 'run', 'mended', 'noted', 'accepted', 'corrected'] as const;
export type CloseEvent = (typeof CLOSE_EVENTS)[number];
