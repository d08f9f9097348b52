import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const alarmProblems = {
  'alarm.not-found': 404,
  'alarm.over': 409,
  /** Nobody is called about it, so there is nothing to keep silent. */
  'alarm.acknowledged': 409,
  'alarm.assigned-twice': 422,
  'alarm.not-a-colleague': 422,
  'alarm.colleague-does-not-see': 422,
  'alarm.duty-of-every-spot': 403,
  'alarm.duty-ends-before-it-begins': 422,
  'alarm.duty-himself': 422,
  'alarm.duty-not-a-member': 422,
  'alarm.note-not-found': 404,
  'alarm.note-own': 409,
} as const satisfies ProblemTable;
