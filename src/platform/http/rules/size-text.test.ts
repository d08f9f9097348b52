import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [2_097_152, '2 MB'],
  [204_800, '200 KB'],
  [1_600_000, '1.5 MB'],
  [1_073_741_824, '1 GB'],
  [700, '700 B'],
  [0, '0 B'],
  // never more than is allowed
  [2_097_151, '1.9 MB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
