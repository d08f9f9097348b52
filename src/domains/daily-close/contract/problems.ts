import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const dailyCloseProblems = {
  'daily-close.not-found': 404,
  'daily-close.difference-not-found': 404,
  'daily-close.whole-tenant-only': 403,
  'daily-close.not-over': 409,
  'daily-close.too-early': 409,
  'daily-close.signed': 409,
  'daily-close.not-signed': 409,
  'daily-close.running': 409,
  'daily-close.not-matched': 409,
  'daily-close.differences-open': 409,
  'daily-close.not-possible': 409,
  'daily-close.settled': 409,
} as const satisfies ProblemTable;
