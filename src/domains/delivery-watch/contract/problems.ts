import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const deliveryWatchProblems = {
  'delivery-watch.not-found': 404,
  'delivery-watch.not-open': 409,
  'delivery-watch.not-again': 409,
  'delivery-watch.no-other-robot': 409,
  'delivery-watch.robot-away': 409,
} as const satisfies ProblemTable;
