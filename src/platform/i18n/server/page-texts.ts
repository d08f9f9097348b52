import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';

const SOURCE = join(import.meta.dirname, '../../..');
/** Texts of the server, which no pack of a page replaces. */
const OF_SERVER = /^(problems|messages|paper)$/;
/** Texts that are imported with the code that shows them: nothing is laid over them. */
const WITH_CODE = new Set(['http', 'third-login', 'mobile']);

type Texts = ReadonlyMap<string, string>;
let found: ReadonlyMap<string, Readonly<Record<Language, Texts>>> | undefined;

/** The console's built-in texts: page key → language → dotted key → text, as the browser keeps them. */
export function pageTexts(): ReadonlyMap<string, Readonly<Record<Language, Texts>>> {
  if (found) return found;
  const pages = new Map<string, Record<Language, Map<string, string>>>();
  for (const path of globSync('**/locales/*.json', { cwd: SOURCE }).sort()) {
    const [, folder = '', kind, language = ''] = path.match(/([^/]+)\/locales\/(?:([^/.]+)\.)?([^/.]+)\.json$/) ?? [];
    const known = LANGUAGES.find((one) => one === language);
    if (!known || (kind !== undefined && OF_SERVER.test(kind))) continue;
    const key = kind ?? folder;
    if (WITH_CODE.has(key)) continue;
    const page = pages.get(key) ?? { 'en-US': new Map<string, string>(), 'zh-CN': new Map<string, string>() };
    flatten(JSON.parse(readFileSync(join(SOURCE, path), 'utf8')), '', page[known]);
    pages.set(key, page);
  }
  found = pages;
  return pages;
}

function flatten(node: unknown, path: string, into: Map<string, string>): void {
  if (typeof node === 'string') into.set(path, node);
  else if (node !== null && typeof node === 'object')
    for (const [name, inner] of Object.entries(node)) flatten(inner, path === '' ? name : `${path}.${name}`, into);
}
