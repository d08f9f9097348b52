import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unstorableField } from './unstorable-field.ts';

test.each<[unknown, string | undefined]>([
  ['a', undefined],
  ['😀', undefined],
  ['a\0', ''],
  ['\ud83d', ''],
  ['\ude00\ud83d', ''],
  [null, undefined],
  [12, undefined],
  [{ a: 'b', c: [{ d: 'e' }] }, undefined],
  [{ a: 'b', c: [{ d: 'e' }, { d: 'e\0' }] }, 'c.1.d'],
  [{ a: { '\ud800': 1 } }, 'a.\ufffd'],
  [{ a: { 'x\0': { b: 1 } } }, 'a.x\ufffd'],
  [Object.assign(Object.create(null) as object, { a: ['\0'] }), 'a.0'],
  [{ file: { name: 'x', bytes: new Uint8Array([0, 0]) } }, undefined],
])('in %j the field is %j', (value, field) => {
  expect(unstorableField(value)).toBe(field);
});

test('a text is found however deep it lies', () => {
  let value: unknown = '\0';
  for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { a: value };
  expect(unstorableField(value)).toMatch(/^a\.0\.a/);
});

test('where nothing is found, nothing is there', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const written = JSON.stringify(value);
      expect(unstorableField(value) === undefined).toBe(!/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(written));
    }),
  );
});
