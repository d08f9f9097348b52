import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, LocalDate, Text } from '#platform/http/contract/fields.ts';
import { dailyCloses } from './closes.ts';
import {
  CLOSE_EVENTS,
  CLOSE_FAILURES,
  CLOSE_STATES,
  CLOSE_STEPS,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  MENDING_ACTS,
  SHEET_SECTIONS,
  SUBJECTS,
  TIMING_KINDS,
} from './codes.ts';

/** Who runs, mends and explains. */
export const CLOSE_RUN = 'daily-close:run';
/** Who signs a day off and unlocks it. */
export const CLOSE_SIGN = 'daily-close:sign';

const base = dailyCloses.calls.base;
const view = dailyCloses.permission('view');

export const SheetLine = z.strictObject({
  section: z.enum(SHEET_SECTIONS),
  key: z.string(),
  /** Empty where the line is a number alone. */
  currency: z.string(),
  number: z.int(),
  amountMinor: z.int(),
  /** Of a tax: what it was taken of. */
  baseMinor: z.int(),
});
export type SheetLine = z.infer<typeof SheetLine>;

export const CloseDifference = z.strictObject({
  id: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  state: z.enum(DIFFERENCE_STATES),
  subject: z.enum(SUBJECTS),
  subjectNo: z.string(),
  orderNo: z.string(),
  providerRef: z.string(),
  paymentId: z.string().nullable(),
  currency: z.string(),
  expectedMinor: z.int().nullable(),
  foundMinor: z.int().nullable(),
  cups: z.int(),
  happenedAt: Instant.nullable(),
  foundAt: Instant,
  settledAt: Instant.nullable(),
  settledByName: z.string(),
  reason: z.string(),
  note: z.string(),
  /** What can be done from here; empty where the link leads to what can be done. */
  acts: z.array(z.enum(MENDING_ACTS)),
});
export type CloseDifference = z.infer<typeof CloseDifference>;

export const CloseTiming = z.strictObject({
  kind: z.enum(TIMING_KINDS),
  orderNo: z.string(),
  providerRef: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
  /** With us, and in the provider's book. */
  ourAt: Instant.nullable(),
  theirAt: Instant.nullable(),
});
export type CloseTiming = z.infer<typeof CloseTiming>;

export const CloseCorrection = z.strictObject({
  /** The signed day that it corrects. */
  ofDay: LocalDate,
  /** The open day that it counts in. */
  inDay: LocalDate,
  section: z.enum(SHEET_SECTIONS),
  key: z.string(),
  currency: z.string(),
  number: z.int(),
  amountMinor: z.int(),
});
export type CloseCorrection = z.infer<typeof CloseCorrection>;

const HappenedToClose = z.strictObject({
  id: z.string(),
  at: Instant,
  what: z.enum(CLOSE_EVENTS),
  actor: z.string(),
  detail: z.record(z.string(), z.json()),
});
export type HappenedToClose = z.infer<typeof HappenedToClose>;

export const DayClose = z.strictObject({
  id: z.string(),
  day: LocalDate,
  timeZone: z.string(),
  from: Instant,
  before: Instant,
  state: z.enum(CLOSE_STATES),
  failure: z.enum(CLOSE_FAILURES).nullable(),
  step: z.enum(CLOSE_STEPS),
  /** Entries of the provider that were fetched so far. */
  fetched: z.int(),
  runAt: Instant.nullable(),
  openCount: z.int(),
  signedByName: z.string(),
  signedAt: Instant.nullable(),
  signNote: z.string(),
  lines: z.array(SheetLine),
  differences: z.array(CloseDifference),
  timing: z.array(CloseTiming),
  /** Of this day that landed in others, and of others that landed in this one. */
  corrections: z.array(CloseCorrection),
  events: z.array(HappenedToClose),
});
export type DayClose = z.infer<typeof DayClose>;

const OfDay = z.strictObject({ day: LocalDate });
const OfDifference = { id: Id };
const Changed = z.strictObject({ id: z.string(), state: z.string() });

export const SignRequest = z.strictObject({ day: LocalDate, note: Text(500).default('') });
export const UnlockRequest = z.strictObject({ day: LocalDate, reason: Text(500, 1) });
export const ReasonRequest = z.strictObject({ ...OfDifference, reason: Text(500, 1) });
export const NoteRequest = z.strictObject({ ...OfDifference, note: Text(500) });

export const dailyCloseEndpoints = {
  show: endpoint({
    method: 'GET',
    permission: view,
    path: `${base}/day`,
    request: OfDay,
    response: DayClose,
    summary: 'One day: its sheet, what fits together and what does not, corrections, and what was done about it',
  }),
  run: endpoint({
    method: 'POST',
    permission: CLOSE_RUN,
    path: `${base}/run`,
    request: OfDay,
    response: Changed,
    summary: 'Fetch what the provider booked of a day and match the day again',
  }),
  sign: endpoint({
    method: 'POST',
    permission: CLOSE_SIGN,
    path: `${base}/sign`,
    request: SignRequest,
    response: Changed,
    summary: 'Sign a day off, which locks it: what changes later is a correction in the next open day',
  }),
  unlock: endpoint({
    method: 'POST',
    permission: CLOSE_SIGN,
    path: `${base}/unlock`,
    request: UnlockRequest,
    response: Changed,
    summary: 'Unlock a day that was signed off, with a reason',
  }),
  mend: endpoint({
    method: 'POST',
    permission: CLOSE_RUN,
    path: `${base}/difference/mend`,
    request: z.strictObject({ ...OfDifference, act: z.enum(MENDING_ACTS), reason: Text(200, 1) }),
    response: Changed,
    summary: 'Do what mends a difference: take over the state of the provider, make again, refund, or release a hold',
  }),
  note: endpoint({
    method: 'POST',
    permission: CLOSE_RUN,
    path: `${base}/difference/note`,
    request: NoteRequest,
    response: Changed,
    summary: 'Write a note on a difference',
  }),
  accept: endpoint({
    method: 'POST',
    permission: CLOSE_RUN,
    path: `${base}/difference/accept`,
    request: ReasonRequest,
    response: Changed,
    summary: 'Accept a difference as it is, with a reason',
  }),
};
