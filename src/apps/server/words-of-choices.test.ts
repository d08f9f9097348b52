import { expect, test } from 'vitest';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { DELIVERED_DICTIONARIES } from '../../../db/seed/dictionaries.ts';
import { slices } from './slices.ts';

const fields = slices
  .flatMap((slice) => slice.kinds ?? [])
  .flatMap((kind) => Object.entries<RecordField>({ ...kind.fields, ...kind.computed }))
  .map(([name, { dictionary = '', values = [] }]) => ({ name, dictionary, values }))
  .filter(({ dictionary, values }) => dictionary !== '' && values.length > 0);

test('there are choices to be looked at', () => {
  expect(fields.length).toBeGreaterThan(50);
});

test.each(fields)('each value of $name has its words in $dictionary', ({ dictionary, values }) => {
  const items = DELIVERED_DICTIONARIES.find(({ code }) => code === dictionary)?.items.map(([value]) => String(value));
  expect(values.map(String).filter((value) => !items?.includes(value))).toEqual([]);
});
