import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { fieldCheckEndpoints } from '../contract/endpoints.ts';
import { fieldCheckProblems } from '../contract/problems.ts';
import { checkByCode } from './check-by-code.ts';
import { checkDuplicate } from './check-duplicate.ts';

export type { UniqueField, UniqueQuestion } from './unique-field.ts';

export const fieldChecks: ServerSlice = {
  name: 'field-checks',
  about: 'Questions that a form asks while somebody types; saving checks again.',
  routes: [route(fieldCheckEndpoints.duplicate, checkDuplicate), route(fieldCheckEndpoints.rule, checkByCode)],
  problems: fieldCheckProblems,
};
