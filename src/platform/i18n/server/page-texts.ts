import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { flatten } from './slice-texts.ts';

const SOURCE = join(import.meta.dirname, '../../..');
/** Texts of the server, which no pack of a page replaces. */
const OF_SERVER = /^(problems|messages|paper)$/;
/** Folders whose texts are imported with the code that shows them: nothing is laid over them (web/i18n.ts). */
const WITH_CODE = /^(platform\/http|system\/third-login|apps\/console\/mobile)\//;

type Texts = ReadonlyMap<string, string>;
let found: ReadonlyMap<string, Readonly<Record<Language, Texts>>> | undefined;

/** The console's built-in texts: page key → language → dotted key → text, as the browser keeps them. */
export function pageTexts(): ReadonlyMap<string, Readonly<Record<Language, Texts>>> {
  if (found) return found;
  const pages = new Map<string, Record<Language, Map<string, string>>>();
  for (const path of globSync('**/locales/*.json', { cwd: SOURCE }).sort()) {
    const [, folder = '', kind, language = ''] = path.match(/([^/]+)\/locales\/(?:([^/.]+)\.)?([^/.]+)\.json$/) ?? [];
    const known = LANGUAGES.find((one) => one === language);
    if (!known || (kind !== undefined && OF_SERVER.test(kind)) || WITH_CODE.test(path)) continue;
    const key = kind ?? folder;
    const page = pages.get(key) ?? { 'en-US': new Map<string, string>(), 'zh-CN': new Map<string, string>() };
    flatten(JSON.parse(readFileSync(join(SOURCE, path), 'utf8')), '', page[known]);
    pages.set(key, page);
  }
  found = pages;
  return pages;
}
