import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '#platform/i18n/web/language.ts';
import { type ErrorText, errorText } from './error-texts.ts';

afterEach(() => chooseLanguage('en-US'));

const CATALOGUE: [ErrorText, string][] = [
  ['forbidden', 'Access denied'],
  ['notFound', 'Sorry, resource not found!'],
  ['timeout', 'Network timeout'],
  ['unauthorised', 'Not authorised, please log in again'],
  ['failed', 'An error occurred in the web request. Please try again later'],
  ['expiredTitle', 'Login expired'],
  ['expiredText', 'Sorry, your login has expired, please log in again'],
  ['expiredButton', 'Log in again'],
];

test.each(CATALOGUE)('%s says “%s”, and something else in Chinese', (key, text) => {
  chooseLanguage('en-US');
  expect(errorText(key)).toBe(text);
  chooseLanguage('zh-CN');
  expect(errorText(key)).toMatch(/\p{Script=Han}/u);
});
