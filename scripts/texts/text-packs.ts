import { IntlMessageFormat } from 'intl-messageformat';

export interface Pack {
  readonly [key: string]: string | Pack;
}

/** Texts of one slice in one language: flat key → text. */
export type Texts = ReadonlyMap<string, string>;

export function flatten(pack: Pack, before = ''): Map<string, string> {
  return new Map(
    Object.entries(pack).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[before + key, value]] : [...flatten(value, `${before}${key}.`)],
    ),
  );
}

interface Element {
  /** 1 to 6 are arguments of some kind, 5 and 6 with choices below them. */
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { value: Element[] }>>;
}

/** Names of an ICU text's arguments, sorted; throws where the text is not ICU. */
export function argumentsOf(text: string, language: string): string[] {
  const found = new Set<string>();
  const walk = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.type >= 1 && element.type <= 6) found.add(element.value);
      for (const option of Object.values(element.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst() as unknown as Element[]);
  return [...found].sort();
}

/** A colon before digits is that of an address: `主机:1883`. */
const LATIN_MARK = /\p{Script=Han}(?:[,;?]|:(?!\d))/u;

/** Chinese sentences have marks of their own: ，：；？ and not those of English. */
export function latinMarks(chinese: Texts): string[] {
  return [...chinese].flatMap(([key, text]) => {
    const found = LATIN_MARK.exec(text)?.[0];
    return found === undefined ? [] : [`${key}: an English mark in Chinese, “${found}”`];
  });
}

/** The faults between a slice's English and Chinese texts: keys that one lacks, empty texts, unequal arguments. */
export function comparePacks(english: Texts, chinese: Texts): string[] {
  const faults: string[] = [];
  for (const key of english.keys()) if (!chinese.has(key)) faults.push(`${key}: no Chinese text`);
  for (const key of chinese.keys()) if (!english.has(key)) faults.push(`${key}: no English text`);
  for (const [key, text] of english) {
    const translated = chinese.get(key);
    if (translated === undefined) continue;
    if (text.trim() === '' || translated.trim() === '') faults.push(`${key}: empty`);
    try {
      const names = (language: string, of: string): string => argumentsOf(of, language).join(', ') || 'none';
      const [en, zh] = [names('en-US', text), names('zh-CN', translated)];
      if (en !== zh) faults.push(`${key}: English takes ${en}, Chinese ${zh}`);
    } catch (error) {
      faults.push(`${key}: not an ICU text (${(error as Error).message})`);
    }
  }
  return faults;
}
