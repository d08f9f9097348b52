import type { ProblemTable } from '#platform/problems/contract/problem.ts';

export const deviceCommandProblems = { 'device.not-found': 404 } as const satisfies ProblemTable;
