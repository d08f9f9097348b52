import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const alarmProblems = {
  'alarm.not-found': 404,
  'alarm.over': 409,
} as const satisfies ProblemTable;
