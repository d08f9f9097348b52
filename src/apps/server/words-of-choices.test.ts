import { expect, test } from 'vitest';
import { CHANNELS, MESSAGE_STATES } from '#platform/channels/contract/channels.ts';
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

const valuesIn = (dictionary: string) =>
  DELIVERED_DICTIONARIES.find(({ code }) => code === dictionary)?.items.map(([value]) => String(value));

test.each(fields)('each value of $name has its words in $dictionary', ({ dictionary, values }) => {
  const items = valuesIn(dictionary);
  expect(values.map(String).filter((value) => !items?.includes(value))).toEqual([]);
});

/** Dictionaries that no field of ours names, but clients read beside what the calls answer. */
test.each([
  ['notification_channel', CHANNELS],
  ['push_status', MESSAGE_STATES],
])('%s has the words of the calls, and no others', (dictionary, values) => {
  expect(valuesIn(dictionary)).toEqual([...values]);
});
