import { expect, test } from 'vitest';
import { formatJson, jsonFault } from './json-fault.ts';

test.each(['', '  ', '{}', '[1, "a", null]', '"text"', '5'])('%j is taken', (text) => {
  expect(jsonFault(text)).toBeUndefined();
});

test('a fault names its line and column', () => {
  expect(jsonFault('{\n  "a": 1,\n  b: 2\n}')).toMatchObject({ line: 3, column: 3 });
  expect(jsonFault('{"a": 1')).toMatchObject({ line: 1, column: 8 });
});

test('formatting indents, and leaves what is no JSON alone', () => {
  expect(formatJson('{"a":[1,2]}')).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
  expect(formatJson('{a}')).toBe('{a}');
});
