import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#platform/http/contract/envelope.ts';

const SOURCE = join(import.meta.dirname, '../../..');

/** A slice's screen texts by their dotted key, for what the server writes for people: heads and words of a file. */
export type SliceTexts = (key: string) => string;

const loaded = new Map<string, SliceTexts>();

/** Texts of `locales/<language>.json` of the slice that is named so; an unknown key is its own text. */
export function sliceTexts(namespace: string, language: Language): SliceTexts {
  const name = `${namespace}/locales/${language}.json`;
  let texts = loaded.get(name);
  if (!texts) {
    const [file] = globSync(`{domains,system,platform}/${name}`, { cwd: SOURCE });
    const tree: unknown = file === undefined ? {} : JSON.parse(readFileSync(join(SOURCE, file), 'utf8'));
    const flat = flatten(tree, '', new Map());
    texts = (key) => flat.get(key) ?? key;
    loaded.set(name, texts);
  }
  return texts;
}

function flatten(node: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof node === 'string') into.set(path, node);
  else if (node !== null && typeof node === 'object')
    for (const [name, inner] of Object.entries(node)) flatten(inner, path === '' ? name : `${path}.${name}`, into);
  return into;
}
