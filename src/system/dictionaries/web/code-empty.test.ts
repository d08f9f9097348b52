import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/web/i18n.ts';
import { chooseLanguage } from '#platform/i18n/web/language.ts';
import { CodeEmpty } from './dictionary-select.tsx';

beforeAll(async () => {
  chooseLanguage('en-US');
  await startI18n();
  await i18n.loadNamespaces('dictionaries');
});

test('a field without a dictionary code says so', () => {
  expect(renderToStaticMarkup(createElement(CodeEmpty))).toContain('>dictionary code cannot be empty<');
});
