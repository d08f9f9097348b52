import { expect, test } from 'vitest';
import { instantText } from './instant-text.ts';

test.each([
  ['2026-11-02', false, '2026-11-02 00:00:00.000'],
  ['2026-11-02', true, '2026-11-02 23:59:59.999'],
  ['2026-11-02 10:20:30', false, '2026-11-02 10:20:30.000'],
  ['2026-11-02T10:20', true, '2026-11-02 10:20:59.999'],
  ['2026-02-30', false, undefined],
  ['2026-13-01', false, undefined],
  ['2026-11-02 24:61:00', false, undefined],
])('%s (end: %s) is %s', (text, isEnd, read) => expect(instantText(text, isEnd)).toBe(read));
