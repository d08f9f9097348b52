import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const fleetChangeProblems = {
  'fleet-change.not-found': 404,
  'fleet-change.value-needed': 422,
  'fleet-change.nothing-changes': 409,
  'fleet-change.none-online': 409,
  'fleet-change.count-changed': 409,
  'fleet-change.too-many': 422,
  'fleet-change.not-running': 409,
  'fleet-change.not-stopped': 409,
  'fleet-change.nothing-to-take-back': 409,
} as const satisfies ProblemTable;
