const isChinese = (language: string): boolean => language.startsWith('zh');

/** Words of equal rank in a row. `Intl.ListFormat` puts nothing between them in Chinese, and "and" where none is meant. */
export function joinWords(words: readonly string[], language: string): string {
  return words.join(isChinese(language) ? '、' : ', ');
}

/** Parts of a sentence in a row, which may have commas of their own. */
export function joinParts(parts: readonly string[], language: string): string {
  return parts.join(isChinese(language) ? '；' : '; ');
}

/** What a thing is called, and what is said of it: "Reading room: milk". */
export function saidOf(name: string, said: string, language: string): string {
  return `${name}${isChinese(language) ? '：' : ': '}${said}`;
}
