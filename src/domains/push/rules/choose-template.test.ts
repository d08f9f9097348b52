import { expect, test } from 'vitest';
import { inLanguage } from './choose-template.ts';

const texts = (...languages: string[]) => languages.map((language) => ({ channel: 'email', language }));
const chosen = (wanted: string, ...languages: string[]): string | undefined =>
  inLanguage(texts(...languages), wanted)[0]?.language;

test.each([
  ['the language itself', 'de-AT', ['en-US', 'de-DE', 'de-AT'], 'de-AT'],
  ['whatever the case of its letters', 'de-at', ['en-US', 'de-AT'], 'de-AT'],
  ['the same language of another country', 'zh-HK', ['en-US', 'zh-CN'], 'zh-CN'],
  ['a language without a country', 'de', ['en-US', 'de-DE'], 'de-DE'],
  ['English', 'fr-FR', ['zh-CN', 'de-DE', 'en-US'], 'en-US'],
  ['English where nothing is known', '', ['zh-CN', 'en-US'], 'en-US'],
  ['any where there is no English text', 'fr-FR', ['zh-CN', 'de-DE'], 'zh-CN'],
])('%s', (_, wanted, there, found) => {
  expect(chosen(wanted, ...there)).toBe(found);
});

test('one for each channel, in their order', () => {
  const all = [{ channel: 'sms', language: 'en-US' }, ...texts('en-US', 'de-DE')];
  expect(inLanguage(all, 'de-DE')).toEqual([
    { channel: 'sms', language: 'en-US' },
    { channel: 'email', language: 'de-DE' },
  ]);
});
