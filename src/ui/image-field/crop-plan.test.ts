import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UPLOAD_KINDS } from '#platform/files/contract/upload-kinds.ts';
import { cropPlan, maxZoom, sentDimensions } from './crop-plan.ts';

test.each([
  ['beverage', 10, 9_000, 'as-it-is'],
  ['avatar', 300, 300, 'as-it-is'],
  ['avatar', 300, 301, 'as-it-is'],
  ['avatar', 300, 400, 'cut'],
  ['latte-art', 300, 300, 'as-it-is'],
  ['latte-art', 300, 301, 'cut'],
  ['advert', 1_080, 1_920, 'as-it-is'],
  ['advert', 2_160, 3_840, 'cut'],
  ['advert', 4_000, 3_000, 'cut'],
  ['advert', 4_000, 1_919, 'too-small'],
  ['advert', 1_079, 1_920, 'too-small'],
] as const)('a picture as %s of %i × %i goes %s', (kind, width, height, plan) => {
  expect(cropPlan(UPLOAD_KINDS[kind], { width, height })).toBe(plan);
});

test('a cut of an advert is sent in its exact dimensions, however far one zoomed in', () => {
  const rules = UPLOAD_KINDS.advert;
  const side = fc.integer({ min: 1_920, max: 6_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const zoom = maxZoom(rules, { width, height });
      const largest = width / height > rules.aspect ? height : width / rules.aspect;
      // the smallest part that can be chosen is not smaller than what is sent
      expect(largest / zoom).toBeGreaterThanOrEqual(rules.exact.height - 0.001);
      expect(sentDimensions(rules, { width, height })).toEqual(rules.exact);
    }),
  );
});

test('a cut that must be square is sent square, whatever its sides were rounded to', () => {
  expect(sentDimensions(UPLOAD_KINDS['latte-art'], { width: 300, height: 301 })).toEqual({ width: 300, height: 300 });
});

test('a large cut of an avatar is made smaller, a small one stays', () => {
  expect(sentDimensions(UPLOAD_KINDS.avatar, { width: 2_000, height: 2_000 })).toEqual({ width: 512, height: 512 });
  expect(sentDimensions(UPLOAD_KINDS.avatar, { width: 90, height: 90 })).toEqual({ width: 90, height: 90 });
});
