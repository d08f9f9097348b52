import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fittedSource } from './fit-react-aria.ts';

const sourceOf = (path: string): { id: string; code: string } => {
  const id = join(import.meta.dirname, '../../node_modules', path);
  return { id, code: readFileSync(id, 'utf8') };
};

test.each(['react-aria/dist/private/intl/calendar/', 'react-aria/dist/private/intl/datepicker/'])(
  'of the words in %s those of the two languages stay',
  (folder) => {
    const lean = (language: string) => {
      const { id, code } = sourceOf(`${folder}${language}.mjs`);
      return fittedSource(id, code);
    };
    expect(lean('en-US')).toBeUndefined();
    expect(lean('zh-CN')).toBeUndefined();
    expect(lean('nb-NO')).toBe('export default {};');
    expect(lean('zh-TW')).toBe('export default {};');
  },
);

test('every calendar that is asked for is the one that all tenants use', () => {
  const { id, code } = sourceOf('@internationalized/date/dist/private/createCalendar.mjs');
  const lean = fittedSource(id, code) ?? '';
  const [, gregorian] = /GregorianCalendar as ([$\w]+)/.exec(code) ?? [];
  const made = [...lean.matchAll(/new ([^;]+)\(\)/g)].map(([, name]) => name);
  expect(made.length).toBeGreaterThan(5);
  expect(new Set(made)).toEqual(new Set([gregorian]));
});

test('live regions are emptied without HTML, and a version that writes some fails the build', () => {
  const { id, code } = sourceOf('react-aria/dist/private/live-announcer/LiveAnnouncer.mjs');
  const fitted = fittedSource(id, code) ?? '';
  expect(fitted.match(/\.replaceChildren\(\);/g)?.length).toBe(2);
  expect(fitted).not.toContain('innerHTML');
  expect(() => fittedSource(id, 'node.innerHTML = message;')).toThrow('content security policy');
});
