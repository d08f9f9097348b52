import { expect, test } from 'vitest';
import { Problem } from './raise.ts';
import { wordsOfRefusal } from './words-of-problem.ts';

const words = (error: unknown, someAreDone?: boolean) => () => wordsOfRefusal(error, 'en-US', someAreDone);

test('what refuses one of several is said in words; what nobody foresaw is thrown', () => {
  expect(words(new Problem('request.not-found'))()).toMatch(/\w+ \w+/);
  expect(words(new Error('a bug'), true)).toThrow('a bug');
});

test.each(['server.busy', 'server.unavailable', 'storage.unreachable', 'storage.not-written'])(
  '%s is no verdict, unless who asks again would repeat what is done',
  (code) => {
    expect(words(new Problem(code))).toThrow(code);
    expect(words(new Problem(code), true)()).toMatch(/\w+ \w+/);
  },
);
