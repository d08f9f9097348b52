import { expect, test } from 'vitest';
import { shownError } from './shown-error.ts';

test.each<[string, unknown, string]>([
  ['nothing', null, ''],
  ['no message', { value: 7 }, ''],
  ['a message', { message: 'connect ECONNREFUSED', stack: 'x' }, 'connect ECONNREFUSED'],
  ['a plain text', 'timed out', 'timed out'],
  ['the first line alone', { message: 'failed\n at secret' }, 'failed'],
  ['a value in quotes', { message: 'no such card "4242" of \'Anna\'' }, 'no such card … of …'],
  ['a mail address', { message: 'refused by anna@example.com' }, 'refused by …'],
  ['a key and a number', { message: 'key sk_live_4711abcdef for +4790000471' }, 'key … for +…'],
  ['an error code', { message: 'answered 503' }, 'answered 503'],
])('%s', (_, output, shown) => expect(shownError(output)).toBe(shown));

test('a long one is cut', () => expect(shownError('ab '.repeat(300))).toHaveLength(301));
