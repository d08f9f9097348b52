import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { fillIn, loadProblemTexts } from './problem-texts.ts';

test('a name is replaced by its parameter, and one that was not given stays', () => {
  expect(fillIn('At most {most} of {what}', { most: 3 })).toBe('At most 3 of {what}');
});

test.each(LANGUAGES)('no problem text in %s has a pattern that people would be shown as it stands', (language) => {
  const unread = Object.entries(loadProblemTexts()[language]).filter(([, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 0]);
    return /[{}]/.test(fillIn(text, Object.fromEntries(names)));
  });
  expect(unread).toEqual([]);
});

const SOURCE = join(import.meta.dirname, '../../..');
/** A contract names the words of what it refuses: as the message of a check, or as what a pattern says. */
const NAMED = /message: '([a-z][a-z-]*\.[a-z-.]+)'|, '(fault\.[a-z-]+)'\)/g;

test.each(LANGUAGES)('what a contract refuses has words in %s', (language) => {
  const texts = loadProblemTexts()[language];
  const wordless = globSync('{domains,system,platform}/*/contract/*.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(NAMED)]
      .map(([, message, pattern]) => message ?? pattern ?? '')
      .filter((key) => texts[key] === undefined)
      .map((key) => `${file}: ${key}`),
  );
  expect(wordless).toEqual([]);
});
