import { expect, test } from 'vitest';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { importedFields } from '#platform/records/rules/record-cells.ts';
import { slices } from './slices.ts';

const kinds = slices.flatMap((slice) => slice.kinds ?? []).filter(({ verbs }) => verbs.includes('importCheck'));

test('there are kinds to be looked at', () => {
  expect(kinds.length).toBeGreaterThan(20);
});

test.each(kinds)('a table can say all that one of the $namespace needs', (kind) => {
  const inCells = importedFields(kind).map(([name]) => name);
  const missing = Object.entries<RecordField>(kind.fields).filter(
    // what needs a picture waits for it, switched off
    ([name, { required, kind: type }]) => required && type !== 'picture' && !inCells.includes(name),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});
