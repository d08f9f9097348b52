import type { Language } from '#platform/http/contract/envelope.ts';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';

// Only the type comes from the contract: its schemas would put zod on the login page.
export const LANGUAGES: readonly Language[] = ['en-US', 'zh-CN'];
const DEFAULT: Language = 'en-US';
const KEY = 'LANGUAGE';

const listeners = new Set<(language: Language) => void>();
let current: Language | undefined;

/** Each language in its own words, for the language switch. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'en-US': 'English', 'zh-CN': '中文' };

/** A language of the console, with the name that the server gives it. */
export interface OfferedLanguage {
  readonly tag: Language;
  readonly name: string;
}

const LONGEST_NAME = 40;
const offerListeners = new Set<() => void>();
let offered: readonly OfferedLanguage[] = LANGUAGES.map((tag) => ({ tag, name: LANGUAGE_NAMES[tag] }));

/** What the language switch shows: both built-in languages until the server says otherwise. */
export function offeredLanguages(): readonly OfferedLanguage[] {
  return offered;
}

export function onOfferedLanguages(listener: () => void): () => void {
  offerListeners.add(listener);
  return () => void offerListeners.delete(listener);
}

/**
 * The languages that the server lists, with its names. One that the console has no texts for is left out, the one in use stays,
 * and a list that leaves nothing to choose from changes nothing.
 */
export function offerLanguages(listed: readonly { readonly language: string; readonly remark: string }[]): void {
  const known = LANGUAGES.flatMap((tag) => {
    const row = listed.find((one) => one.language === tag);
    if (!row && tag !== currentLanguage()) return [];
    return [{ tag, name: row?.remark.trim().slice(0, LONGEST_NAME) || LANGUAGE_NAMES[tag] }];
  });
  if (!listed.some((one) => LANGUAGES.includes(one.language as Language))) return;
  offered = known;
  for (const listener of offerListeners) listener();
}

/** The stored choice, else the browser's language, else English (platform.md 7). */
export function currentLanguage(): Language {
  current ??= known(readStored<string>(KEY)) ?? ofBrowser(globalThis.navigator?.languages ?? []) ?? DEFAULT;
  return current;
}

export function chooseLanguage(language: Language): void {
  current = language;
  writeStored(KEY, language);
  showLanguage();
  for (const listener of listeners) listener(language);
}

export function onLanguage(listener: (language: Language) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `<html lang>` follows, so that screen readers and line breaking do too. */
export function showLanguage(): void {
  if (globalThis.document) document.documentElement.lang = currentLanguage();
}

function ofBrowser(preferred: readonly string[]): Language | undefined {
  for (const tag of preferred) {
    const word = tag.toLowerCase().split('-')[0];
    const match = LANGUAGES.find((language) => language.toLowerCase().startsWith(`${word}-`));
    if (match) return match;
  }
  return undefined;
}

function known(tag: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === tag);
}
