import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageTexts } from './page-texts.ts';

const SOURCE = join(import.meta.dirname, '../../..');
const BROWSER = 'platform/i18n/web/packs';

test('nobody is offered texts that the browser takes from its code', () => {
  const code = readFileSync(join(SOURCE, BROWSER, 'en-US.ts'), 'utf8');
  const withCode = [...code.matchAll(/'!([^'{]+)\/\*\*'/g)].map(([, folder = '']) => join(BROWSER, folder));
  const files = withCode.flatMap((folder) => globSync(`${folder}/**/locales/*en-US.json`, { cwd: SOURCE }));
  const names = files
    .map((path) => /([^/]+)\/locales\/(?:([^/.]+)\.)?en-US\.json$/.exec(path))
    .map((hit) => hit?.[2] ?? hit?.[1]);
  expect(names).toContain('third-login');
  const offered = [...pageTexts().keys()];
  expect(offered).toContain('orders');
  expect(names.filter((name) => name !== undefined && offered.includes(name))).toEqual([]);
});
