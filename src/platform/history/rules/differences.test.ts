import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const FIELDS = ['name', 'interval', 'spotId', 'password'];

test.each<[string, unknown, unknown, unknown]>([
  [
    'what differs, in the order of the fields',
    { interval: 60, name: 'A' },
    { name: 'B', interval: 90 },
    [
      { field: 'name', before: 'A', after: 'B' },
      { field: 'interval', before: 60, after: 90 },
    ],
  ],
  ['what is the same is no change', { name: 'A', interval: 60 }, { name: 'A', interval: 60 }, []],
  ['what is not named afterwards was not touched', { name: 'A', interval: 60 }, { interval: 60 }, []],
  ['a new record begins with nothing', null, { name: 'A' }, [{ field: 'name', before: null, after: 'A' }]],
  ['taken away', { spotId: '1' }, { spotId: null }, [{ field: 'spotId', before: '1', after: null }]],
  ['a field that is not declared stays inside', { token: 'a' }, { token: 'b', name: undefined }, []],
  ['a masked value is no history', { password: '[secret]' }, { password: 'new' }, []],
  ['a masked value is no history afterwards either', { password: 'old' }, { password: '[secret]' }, []],
  ['a row without values', null, null, []],
  ['a row whose value is no record', 'x', ['y'], []],
])('%s', (_what, before, after, expected) => {
  expect(differences(before, after, FIELDS)).toEqual(expected);
});

test('a field that says what was done is listed even where it was so before', () => {
  const again = { name: 'A', interval: 60 };
  expect(differences(again, again, FIELDS, ['interval'])).toEqual([{ field: 'interval', before: 60, after: 60 }]);
  expect(differences({}, {}, FIELDS, ['interval'])).toEqual([]);
});
