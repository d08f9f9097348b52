import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageRules, UPLOAD_KINDS } from '../contract/upload-kinds.ts';
import { imageFault, keptDimensions } from './image-fault.ts';
import { imageTypeOf } from './image-type.ts';

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each([
  ['a PNG', '\x89PNG\r\n\x1a\nrest', 'png'],
  ['a JPEG', '\xff\xd8\xff\xe0rest', 'jpg'],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['a sound in the same container', 'RIFF\x10\0\0\0WAVEfmt ', undefined],
  ['a GIF', 'GIF89a', undefined],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['XML before an SVG', '<?xml version="1.0"?><svg/>', undefined],
  ['a page', '<!doctype html><script>alert(1)</script>', undefined],
  ['a page after a blank', ' \x89PNG\r\n\x1a\n', undefined],
  ['a BMP', 'BM\0\0', undefined],
  ['a PDF', '%PDF-1.7', undefined],
  ['nothing', '', undefined],
  ['half a mark', '\x89PNG', undefined],
])('%s is known by its bytes', (_title, text, type) => expect(imageTypeOf(latin(text))).toBe(type));

test.each([
  ['avatar', { size: 2_097_152, type: 'png' }, undefined],
  ['avatar', { size: 2_097_153, type: 'png' }, 'too-large'],
  ['avatar', { size: 1, type: undefined }, 'type-not-allowed'],
  ['push', { size: 204_800, type: 'jpg' }, undefined],
  ['push', { size: 204_801, type: 'jpg' }, 'too-large'],
  ['push', { size: 1, type: 'webp' }, 'type-not-allowed'],
  ['push', { size: 1, type: 'png', dimensions: { width: 600, height: 20 } }, undefined],
  ['advert', { size: 1, type: 'png', dimensions: { width: 1_080, height: 1_920 } }, undefined],
  ['advert', { size: 1, type: 'png', dimensions: { width: 1_920, height: 1_080 } }, undefined],
  ['advert', { size: 1, type: 'png', dimensions: { width: 1_920, height: 1_081 } }, 'wrong-dimensions'],
  ['splash', { size: 1, type: 'png', dimensions: { width: 1_081, height: 1_920 } }, 'wrong-dimensions'],
  ['latte-art', { size: 1, type: 'png', dimensions: { width: 300, height: 300 } }, undefined],
  ['latte-art', { size: 1, type: 'png', dimensions: { width: 300, height: 299 } }, 'not-square'],
  ['avatar', { size: 1, type: 'png', dimensions: { width: 300, height: 200 } }, undefined],
  ['temp', { size: 1, type: 'png', dimensions: { width: 24_000_001, height: 1 } }, 'too-many-pixels'],
  ['temp', { size: 1, type: 'png', dimensions: { width: 6_000, height: 4_000 } }, undefined],
] as const)('a picture as %s with %o: %s', (kind, facts, code) => {
  expect(imageFault(UPLOAD_KINDS[kind], facts)?.code).toBe(code);
});

test('an unknown kind has the rules of the plainest one, names of the language included', () => {
  for (const name of ['', 'nonsense', '__proto__', 'constructor', undefined])
    expect(imageRules(name)).toBe(UPLOAD_KINDS.temp);
});

test('what is kept fits, keeps its proportions and is never larger than it came', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(UPLOAD_KINDS)), side, side, (rules, width, height) => {
      const kept = keptDimensions(rules, { width, height });
      expect(kept.width).toBeLessThanOrEqual(Math.min(width, rules.fit.width));
      expect(kept.height).toBeLessThanOrEqual(Math.min(height, rules.fit.height));
      expect(Math.min(kept.width, kept.height)).toBeGreaterThan(0);
      // within half a pixel of the true proportion, on the longer side's scale
      const scale = Math.max(kept.width / width, kept.height / height);
      expect(Math.abs(kept.width - width * scale)).toBeLessThanOrEqual(1 + width / Math.max(height, 1));
    }),
  );
});
