import { expect, test } from 'vitest';
import { integer, text } from '#platform/records/contract/fields.ts';
import { readParameters } from './work-parameters.ts';

const fields = { list: text(20, { required: true }), days: integer(0, 31, { empty: 0 }) };

test.each([
  ['{"list":"orders","days":7}', { valid: true, values: { list: 'orders', days: 7 } }],
  ['{"list":"orders"}', { valid: true, values: { list: 'orders', days: 0 } }],
  ['{"days":7}', { valid: false, faults: [{ field: 'list', code: 'fault.required' }] }],
  [
    '{"list":"orders","days":40}',
    { valid: false, faults: [{ field: 'days', code: 'fault.too-big', params: { maximum: 31 } }] },
  ],
  [
    '{"list":"orders","days":-1}',
    { valid: false, faults: [{ field: 'days', code: 'fault.too-small', params: { minimum: 0 } }] },
  ],
  ['{"list":"orders","days":"soon"}', { valid: false, faults: [{ field: 'days', code: 'fault.format' }] }],
  ['{"list":"orders","more":1}', { valid: false, faults: [{ field: '', code: 'scheduled-job.parameter-malformed' }] }],
  ['orders', { valid: false, faults: [{ field: '', code: 'scheduled-job.parameter-malformed' }] }],
  ['[]', { valid: false, faults: [{ field: '', code: 'scheduled-job.parameter-malformed' }] }],
  [
    '{"days":99}',
    {
      valid: false,
      faults: [
        { field: 'list', code: 'fault.required' },
        { field: 'days', code: 'fault.too-big', params: { maximum: 31 } },
      ],
    },
  ],
  ['', { valid: false, faults: [{ field: 'list', code: 'fault.required' }] }],
])('%s', (written, reading) => {
  expect(readParameters(fields, written)).toEqual(reading);
});

test('an empty text is enough where nothing is wanted', () => {
  expect(readParameters({}, ' ')).toEqual({ valid: true, values: {} });
});
