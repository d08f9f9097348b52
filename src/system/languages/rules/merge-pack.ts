/** Built-in texts as they lie in the slices: nested, with texts as leaves. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}
/** What replaces built-in texts: dotted key → text. */
export type Replacements = ReadonlyMap<string, string>;

/** Security 13.4: a pack is at most this long as JSON text. */
const LONGEST_PACK = 1_048_576;
/** No text of a screen is longer; a longer one is a mistake or an attack on the layout. */
const LONGEST_TEXT = 2_000;

/**
 * A page's texts as the server sent them (`pageLanguage`: a JSON text, or the object itself): a flat map of texts. Anything
 * else in it is left out; what is no map, is too long or cannot be read is as good as empty.
 */
export function replacementsOf(pageLanguage: unknown): Replacements {
  const texts = typeof pageLanguage === 'string' ? parsed(pageLanguage) : pageLanguage;
  const found = new Map<string, string>();
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return found;
  for (const [key, text] of Object.entries(texts))
    if (typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST_TEXT) found.set(key, text);
  return found;
}

function parsed(json: string): unknown {
  if (json.length > LONGEST_PACK) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Built-in texts with the replacements laid over them, key by key (platform.md 1). Only texts that exist are replaced, so
 * nothing can be added, not even a prototype; `fits` says whether a text can stand for the built-in one. Answers the very
 * object it was given where nothing is replaced.
 */
export function mergePack<Tree extends TextTree>(
  builtIn: Tree,
  replacements: Replacements | undefined,
  fits: (text: string, builtIn: string) => boolean,
): Tree {
  if (!replacements || replacements.size === 0) return builtIn;
  return merge(builtIn, '', replacements, fits) as Tree;
}

function merge(
  tree: TextTree,
  before: string,
  replacements: Replacements,
  fits: (a: string, b: string) => boolean,
): TextTree {
  let merged: Record<string, string | TextTree> | undefined;
  for (const [key, value] of Object.entries(tree)) {
    let next: string | TextTree = value;
    if (typeof value === 'string') {
      const replacement = replacements.get(before + key);
      if (replacement !== undefined && replacement !== value && fits(replacement, value)) next = replacement;
    } else next = merge(value, `${before}${key}.`, replacements, fits);
    if (next === value) continue;
    merged ??= { ...tree };
    merged[key] = next;
  }
  return merged ?? tree;
}

/** Texts of the login page are shown as they are, so braces would be seen. */
export function fitsAsPlain(text: string): boolean {
  return !/[{}]/.test(text);
}
