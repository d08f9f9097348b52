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
