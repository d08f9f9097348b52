import { expect, test } from 'vitest';
import { kindFault } from './kind-fault.ts';

const file = { size: 1_000, extension: 'png', width: 1_080, height: 1_920 } as const;
const square = { ...file, width: 80, height: 80 };

test.each([
  ['splash', { ...file, kind: 'splash' }, undefined],
  ['splash', { ...file, kind: 'logo' }, 'wrong-kind'],
  ['logo', { ...square, kind: 'icon' }, 'wrong-kind'],
  // what an older client uploads without a purpose is measured by the field
  ['splash', { ...file, kind: 'temp' }, undefined],
  ['splash', { ...square, kind: 'temp' }, 'wrong-dimensions'],
  ['latte-art', { ...file, kind: 'temp' }, 'not-square'],
  ['push', { ...square, kind: 'temp', size: 204_801 }, 'too-large'],
  ['push', { ...square, kind: 'temp', extension: 'webp' }, 'type-not-allowed'],
  ['icon', { ...square, kind: 'temp', extension: 'jpg' }, 'type-not-allowed'],
  ['avatar', { ...square, kind: 'temp', extension: 'jpg' }, undefined],
  // a file that is as it must be stays of its kind, however old
  ['latte-art', { ...file, kind: 'latte-art' }, undefined],
] as const)('a field of %s with %o: %s', (upload, kept, code) => {
  expect(kindFault(upload, kept)?.code).toBe(code);
});
