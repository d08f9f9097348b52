import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const webhookProblems = {
  'webhook.no-secret': 409,
  'webhook.nothing-to-send': 409,
} as const satisfies ProblemTable;
