import { expect, test } from 'vitest';
import { localName } from './local-name.ts';

test.each([
  ['en-US', 'Latte', '拿铁', 'Latte'],
  ['zh-CN', 'Latte', '拿铁', '拿铁'],
  ['zh-CN', 'Latte', '', 'Latte'],
])('in %s %s (%s) is called %s', (language, name, nameZh, shown) => {
  expect(localName(language, name, nameZh)).toBe(shown);
});
