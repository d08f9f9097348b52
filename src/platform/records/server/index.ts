import type { ServerSlice } from '#platform/http/server/slice.ts';
import { recordProblems } from '../contract/problems.ts';

export const records: ServerSlice = {
  name: 'records',
  about: 'What all kinds of record have in common.',
  problems: recordProblems,
};
