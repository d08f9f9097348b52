import { expect, test } from 'vitest';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords } from '#platform/records/contract/define-records.ts';
import { day, text } from '#platform/records/contract/fields.ts';
import { faultsOf } from '#ui/form-dialog/form-state.ts';
import { formSchema } from './form-values.ts';

const follows = { field: 'startsOn', fault: 'fair.ends-before-it-begins' } as const;
const fairs = defineRecords({
  name: 'fair',
  namespace: 'fairs',
  calls: domainCalls('/fair/api'),
  fields: {
    name: text(10, { required: true }),
    startsOn: day({ required: true }),
    endsOn: { ...day(), follows },
    shutsOn: { ...day(), follows: { ...follows, orSame: true } },
  },
});
const ROW = { id: '1', version: 1 };
const faults = (values: Record<string, unknown>, row?: typeof ROW) => {
  const parsed = formSchema(fairs as never, row as never).safeParse(values);
  return parsed.success ? {} : faultsOf(parsed.error, values);
};
const early = { key: 'fair.ends-before-it-begins' };

test.each([
  [{ endsOn: '2027-03-02', shutsOn: '2027-03-01' }, {}],
  [{ endsOn: '2027-03-01' }, { endsOn: early }],
  [
    { endsOn: '2027-02-28', shutsOn: '2027-02-28' },
    { endsOn: early, shutsOn: early },
  ],
  [{ endsOn: null }, {}],
])('a record from 2027-03-01 with %j', (ends, expected) => {
  expect(faults({ name: 'Spring', startsOn: '2027-03-01', ...ends })).toEqual(expected);
  expect(faults({ ...ROW, name: 'Spring', startsOn: '2027-03-01', ...ends }, ROW)).toEqual(expected);
});

test('an end is compared while other fields are still missing, and alone with a beginning', () => {
  expect(faults({ startsOn: '2027-03-01', endsOn: '2027-02-01' })).toEqual({
    name: { key: 'required' },
    endsOn: early,
  });
  expect(faults({ name: 'Spring', endsOn: '2027-02-01' })).toEqual({ startsOn: { key: 'required' } });
});
