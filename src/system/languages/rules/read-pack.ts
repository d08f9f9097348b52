/** Settled 125: a pack is at most this long as JSON text, in bytes. */
export const LONGEST_PACK_BYTES = 131_072;
/** No text of a screen is longer. */
export const LONGEST_TEXT = 2_000;
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const FORBIDDEN = /(^|\.)(__proto__|constructor|prototype)(\.|$)/;
const MOST_KEYS = 5_000;

export type PackFault = 'not-json' | 'not-flat' | 'too-long' | 'key' | 'text';

/** Bytes of a text in UTF-8, as the database counts them. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The texts of a pack, or what is wrong with it and at which key (settled 125: a flat map of texts). Empty texts say "as built in". */
export function readPack(json: string): { texts: Record<string, string> } | { fault: PackFault; key?: string } {
  if (utf8Length(json) > LONGEST_PACK_BYTES) return { fault: 'too-long' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { fault: 'not-json' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { fault: 'not-flat' };
  const entries = Object.entries(parsed);
  if (entries.length > MOST_KEYS) return { fault: 'too-long' };
  const texts: Record<string, string> = {};
  for (const [key, text] of entries) {
    if (!KEY.test(key) || FORBIDDEN.test(key) || key.length > 200) return { fault: 'key', key };
    if (typeof text !== 'string') return { fault: 'not-flat', key };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL cannot be stored
    if (text.length > LONGEST_TEXT || /\u0000/.test(text) || !text.isWellFormed()) return { fault: 'text', key };
    if (text.trim() !== '') texts[key] = text;
  }
  return { texts };
}

/** How a pack stands against the built-in texts of its page. */
export interface PackState {
  /** Keys of the page that it has a text for. */
  readonly replaced: number;
  /** Keys that the page does not have. */
  readonly unknown: readonly string[];
  /** Texts that cannot be shown: their placeholders are not those of the built-in text. */
  readonly unfitting: readonly string[];
}

/** What of a pack is used, what is of no use and what does not fit; `fits` compares the placeholders (settled 125). */
export function packState(
  texts: Readonly<Record<string, string>>,
  builtIn: ReadonlyMap<string, string>,
  fits: (text: string, builtIn: string) => boolean,
): PackState {
  const unknown: string[] = [];
  const unfitting: string[] = [];
  let replaced = 0;
  for (const [key, text] of Object.entries(texts)) {
    const own = builtIn.get(key);
    if (own === undefined) unknown.push(key);
    else if (fits(text, own)) replaced += 1;
    else unfitting.push(key);
  }
  return { replaced, unknown, unfitting };
}
