import { expect, test } from 'vitest';
import * as z from 'zod';
import { problemTexts } from '#platform/problems/server/words-of-problem.ts';
import { faultsOf } from './faults.ts';

test.each([
  [z.string().min(1), '', 'Must have at least one character'],
  [z.string().min(2), 'x', 'Must have at least 2 characters'],
  [z.string().max(1), 'xy', 'Must have at most one character'],
  [z.array(z.string()).min(1), [], 'Needs at least one entry'],
  [z.array(z.string()).max(1), ['x', 'y'], 'Takes at most one entry'],
  [z.array(z.string()).max(2), ['x', 'y', 'z'], 'Takes at most 2 entries'],
  [z.int().min(1), 0, 'Must be at least 1'],
])('what is counted is told in the singular where the limit is one: %#', (schema, value, message) => {
  const { error } = (schema as z.ZodType).safeParse(value);
  expect(faultsOf(error?.issues ?? [], problemTexts(), 'en-US')).toEqual([{ path: '', message }]);
});
