import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const hardwareProblems = {
  'hardware.broken': 409,
  /** It works in another robot, which would lose it without a word. */
  'hardware.in-use-elsewhere': 409,
} as const satisfies ProblemTable;
