import type { TFunction } from 'i18next';

/**
 * What a code of another system means, in the reader's language: `words` is where a slice keeps them (`payments:providerCode`).
 * A code without words of its own is shown by the text `other`, which names it.
 */
export function codeWords(t: TFunction, words: string, code: string): string {
  const say = (key: string): string => String(t(`${words}.${key}`, { code, defaultValue: '' }));
  return say(code) || say('other') || code;
}
