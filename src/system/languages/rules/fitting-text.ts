import { IntlMessageFormat } from 'intl-messageformat';

/** Kinds of ICU arguments that take the same values. */
const FAMILY = ['', 'any', 'number', 'instant', 'instant', 'choice', 'number'] as const;

interface Piece {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { value: Piece[] }>>;
}

/**
 * Whether a replacement can be formatted wherever the built-in text is: it is ICU, and takes no argument that the built-in
 * one does not take, nor one in another way (a count cannot become a date).
 */
export function fitsAsIcu(text: string, builtIn: string): boolean {
  const wanted = argumentsOf(text);
  if (!wanted) return false;
  const known = argumentsOf(builtIn);
  for (const [name, families] of wanted) {
    const offered = known?.get(name);
    if (!offered) return false;
    for (const family of families) if (family !== 'any' && !offered.has(family)) return false;
  }
  return true;
}

function argumentsOf(text: string): Map<string, Set<string>> | undefined {
  if (!text.includes('{') && !text.includes("'")) return new Map();
  const found = new Map<string, Set<string>>();
  const walk = (pieces: readonly Piece[]): void => {
    for (const { type, value, options } of pieces) {
      const family = FAMILY[type];
      if (family) found.set(value, (found.get(value) ?? new Set()).add(family));
      for (const option of Object.values(options ?? {})) walk(option.value);
    }
  };
  try {
    walk(new IntlMessageFormat(text, 'en-US', undefined, { ignoreTag: true }).getAst() as unknown as Piece[]);
    return found;
  } catch {
    return undefined;
  }
}
