import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#platform/http/contract/envelope.ts';

const SOURCE = join(import.meta.dirname, '../../..');

/**
 * A slice's screen texts by their dotted key, for what the server writes for people: heads and words of a file. Plain `{names}`
 * alone are filled in; an unknown key is its own text.
 */
export type SliceTexts = (key: string, values?: Values) => string;
type Values = Readonly<Record<string, string | number>>;

const loaded = new Map<string, ReadonlyMap<string, string>>();

/** Texts of `locales/<language>.json` of the slice that is named so, or of the kind of record in `<kind>.<language>.json`. */
export function sliceTexts(namespace: string, language: Language): SliceTexts {
  return (key, values) => sliceText(namespace, language, key, values) ?? key;
}

/** One of them; nothing where the slice has none. */
export function sliceText(namespace: string, language: Language, key: string, values: Values = {}): string | undefined {
  const text = load(namespace, language).get(key);
  return text?.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

function load(namespace: string, language: Language): ReadonlyMap<string, string> {
  const name = `${namespace}/locales/${language}.json`;
  let texts = loaded.get(name);
  if (!texts) {
    const file = fileOf(namespace, language);
    const tree: unknown = file === undefined ? {} : JSON.parse(readFileSync(join(SOURCE, file), 'utf8'));
    texts = flatten(tree, '', new Map());
    loaded.set(name, texts);
  }
  return texts;
}

let files: readonly string[] | undefined;

/** All are looked for once: a search for each of the hundreds that a server reads would take half a second of its start. */
function fileOf(namespace: string, language: Language): string | undefined {
  files ??= globSync('{domains,system,platform}/*/locales/*.json', { cwd: SOURCE }).sort();
  return (
    files.find((file) => file.endsWith(`/${namespace}/locales/${language}.json`)) ??
    files.find((file) => file.endsWith(`/locales/${namespace}.${language}.json`) && !file.startsWith('platform/'))
  );
}

/** Nested texts by their dotted key. */
export function flatten(node: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof node === 'string') into.set(path, node);
  else if (node !== null && typeof node === 'object')
    for (const [name, inner] of Object.entries(node)) flatten(inner, path === '' ? name : `${path}.${name}`, into);
  return into;
}
