import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const advertProblems = {
  'ad.not-found': 404,
  'ad.showing-not-found': 404,
  'ad.file-not-found': 422,
  'ad.duration-needed': 422,
  'ad.shown': 409,
  'ad.place-needed': 422,
  'ad.place-not-found': 422,
  'ad.clip-not-found': 422,
  'ad.clip-off': 422,
  'ad.period': 422,
  'ad.period-over': 422,
  'ad.too-many': 422,
} as const satisfies ProblemTable;
