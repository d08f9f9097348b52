import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { fieldCheckEndpoints } from '../contract/endpoints.ts';
import { fieldCheckProblems } from '../contract/problems.ts';
import { checkByCode } from './check-by-code.ts';
import { checkDuplicate } from './check-duplicate.ts';

export { matcher } from './patterns.ts';

/** Checks during typing; `slices` declare the fields whose values must be free. */
export function fieldCheckSlice(slices: readonly ServerSlice[]): ServerSlice {
  const declared = slices.flatMap((slice) => slice.uniqueFields ?? []);
  const fields = new Map(declared.map((unique) => [`${unique.table}.${unique.field}`, unique]));
  return {
    name: 'field-checks',
    about: 'Checks that a form makes during typing; saving checks again.',
    routes: [
      route(fieldCheckEndpoints.duplicate, (context, request) => checkDuplicate(fields, context, request)),
      route(fieldCheckEndpoints.rule, checkByCode),
    ],
    problems: fieldCheckProblems,
  };
}
