import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [17_439_144, '17.4 MB'],
  [5_000_000_000, '5 GB'],
])('%s bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en-US')).toBe(text);
});
