import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const logDownloadProblems = {
  'log-download.not-found': 404,
  'log-download.not-failed': 409,
} as const satisfies ProblemTable;
