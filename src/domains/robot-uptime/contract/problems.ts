import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const robotUptimeProblems = {
  'robot-uptime.range-reversed': 422,
  'robot-uptime.range-too-long': 422,
} as const satisfies ProblemTable;
