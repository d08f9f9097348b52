/** Words of equal rank in a row. `Intl.ListFormat` puts nothing between them in Chinese, and "and" where none is meant. */
export function joinWords(words: readonly string[], language: string): string {
  return words.join(language.startsWith('zh') ? '、' : ', ');
}
