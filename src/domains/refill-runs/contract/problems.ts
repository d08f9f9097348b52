import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const refillRunProblems = {
  'refill-run.not-found': 404,
  'refill-run.robot-twice': 422,
  'refill-run.nobody': 422,
  'refill-run.may-not-refill': 422,
  'refill-run.does-not-see': 422,
  'refill-run.not-open': 409,
  'refill-run.not-a-stop': 422,
  'refill-run.too-far-ahead': 422,
  'refill-run.in-the-past': 422,
} as const satisfies ProblemTable;
