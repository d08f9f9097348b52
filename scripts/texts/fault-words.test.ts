import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { loadProblemTexts } from '#platform/problems/server/problem-texts.ts';
import { flatten, type Pack } from './text-packs.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const read = (path: string): string => readFileSync(join(SOURCE, path), 'utf8');

/** No form sends what they refuse: calls of shops, of devices and of programs, and choices that a form does not offer. */
const OF_NO_FORM = [
  ...['case.one-proof', 'case.order-end-form', 'case.paid-form', 'case.pickup-code-form'],
  ...[
    'login.one-form-only',
    'order.too-many-cups',
    'refill-run.robot-twice',
    'robot.id-or-imei',
    'robot.material-twice',
  ],
  ...['fault.file', 'fault.json', 'fault.too-many', 'fault.unknown-field', 'fault.value', 'refund.amount-or-cups'],
];

const known = loadProblemTexts()['en-US'];
const sliceOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The faults that schemas name, each at a slice whose forms show it. */
function namedFaults(): string[] {
  const found = globSync('{domains,system,platform}/**/{contract,web}/**/*.{ts,tsx}', { cwd: SOURCE }).flatMap(
    (path) => {
      const code = read(path);
      if (/\.test\.tsx?$/.test(path) || !/refine\(|addIssue|regex\(|\bfault: '/.test(code)) return [];
      const named = [
        ...code.matchAll(/\bmessage: '([\w.-]+)'/g),
        ...code.matchAll(/(?<!notFound: )'([a-z][\w-]*\.[\w.-]+)'(?!:)/g),
      ];
      return named
        .map(([, fault = '']) => fault)
        .filter((fault) => !fault.includes('.') || fault in known)
        .map((fault) => `${sliceOf(path)} ${fault}`);
    },
  );
  return [...new Set(found)].filter((one) => !OF_NO_FORM.includes(one.split(' ')[1] ?? '')).sort();
}

/** As the forms of the slice find them: `issue.<key>` of its packs, or of the kit's. */
function wordsIn(language: string, slice: string): ReadonlySet<string> {
  const files = globSync(`{${slice},ui}/locales/{${language},*.${language}}.json`, { cwd: SOURCE });
  return new Set(files.flatMap((file) => [...flatten(JSON.parse(read(file)) as Pack).keys()]));
}

test.each(LANGUAGES)('what a schema refuses has words of its own in a form, in %s', (language) => {
  const faults = namedFaults();
  expect(faults).toContain('domains/coupons coupon.custom-code-malformed');
  expect(
    faults.filter((one) => {
      const [slice = '', fault = ''] = one.split(' ');
      return !wordsIn(language, slice).has(`issue.${fault.replace(/^fault\./, '')}`);
    }),
  ).toEqual([]);
});
