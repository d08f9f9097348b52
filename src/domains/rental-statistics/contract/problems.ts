import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const rentalStatisticsProblems = {
  'rental-statistics.range-reversed': 422,
  'rental-statistics.range-too-long': 422,
} as const satisfies ProblemTable;
