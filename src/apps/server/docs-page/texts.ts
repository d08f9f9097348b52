import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#platform/http/contract/envelope.ts';

interface DocsTexts {
  readonly [key: string]: unknown;
  readonly calls: string;
  readonly console: string;
  readonly theme: string;
  readonly language: string;
  readonly search: string;
  readonly title: string;
  readonly allOfGroup: string;
  readonly intro: readonly string[];
  readonly groups: Readonly<Record<string, string>>;
}

const read = (language: Language): DocsTexts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `locales/docs-words.${language}.json`), 'utf8')) as DocsTexts;

/** The words of the page's frame; what the contract says of a call is English. */
export const DOCS_TEXTS: Readonly<Record<Language, DocsTexts>> = { 'en-US': read('en-US'), 'zh-CN': read('zh-CN') };
