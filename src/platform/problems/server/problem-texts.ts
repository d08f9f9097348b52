import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';

const SOURCE = join(import.meta.dirname, '../../..');

/** Texts of all problems, gathered from `locales/problems.<language>.json` of every slice. */
export type ProblemTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

export function loadProblemTexts(): ProblemTexts {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const texts: Record<string, string> = {};
      for (const file of globSync(`{domains,system,platform}/*/locales/problems.${language}.json`, { cwd: SOURCE })) {
        Object.assign(texts, JSON.parse(readFileSync(join(SOURCE, file), 'utf8')));
      }
      return [language, texts];
    }),
  ) as ProblemTexts;
}

/** `{name}` is replaced by its parameter; nothing else in a text is interpreted (security 6.7). */
export function fillIn(text: string, params: ProblemParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
