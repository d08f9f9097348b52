import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UPLOAD_KINDS } from '../contract/upload-kinds.ts';
import { readRange } from './read-range.ts';
import { box, join, latin, number, type TestFilm, testFilm } from './test-video.ts';
import { isMp4, readVideo, withoutMetadata } from './video-facts.ts';
import { checkVideo } from './video-fault.ts';

test.each<[string, TestFilm, string | object]>([
  ['upright', {}, { width: 1_080, height: 1_920, seconds: 6, codec: 'avc1' }],
  ['lying', { width: 1_920, height: 1_080 }, { width: 1_920, height: 1_080 }],
  ['upright, but on its side in the file', { turned: true }, { width: 1_080, height: 1_920 }],
  ['with sound', { sound: true }, { seconds: 6 }],
  ['with long times', { long: true, seconds: 12 }, { seconds: 12 }],
  ['of half a second', { seconds: 0.4 }, { seconds: 1 }],
  ['of a minute', { seconds: 60 }, { seconds: 60 }],
  ['of another brand', { brand: 'mp42' }, { seconds: 6 }],
  ['parameters among the samples', { codec: 'avc3' }, { codec: 'avc3' }],
  ['of 61 seconds', { seconds: 61 }, 'too-long'],
  ['H.265', { codec: 'hvc1' }, 'wrong-codec'],
  ['other dimensions', { width: 720, height: 1_280 }, 'wrong-dimensions'],
  ['samples in another file', { elsewhere: true }, 'no-video'],
  ['no picture', { pictures: 0, sound: true }, 'no-video'],
  ['two pictures', { pictures: 2 }, 'no-video'],
  ['no length', { seconds: 0 }, 'no-video'],
  ['too large', { data: new Uint8Array(20_971_520) }, 'too-large'],
])('a film: %s', (_title, film, expected) => {
  const found = checkVideo(UPLOAD_KINDS.advert, testFilm(film));
  expect(found).toMatchObject(typeof expected === 'string' ? { code: expected } : expected);
});

test.each([
  ['cut off', testFilm().slice(0, 400)],
  ['without a picture of its samples', join([box('ftyp', [latin('isom')]), box('mdat', [])])],
  ['a box that is longer than the file', join([box('ftyp', [latin('isom')]), number(4_000), latin('moov')])],
  ['a box of no length inside', join([box('ftyp', [latin('isom')]), number(4), latin('moov')])],
  ['thousands of boxes', join([box('ftyp', [latin('isom')]), ...Array.from({ length: 3_000 }, () => box('free', []))])],
])('%s: refused', (_title, bytes) => {
  expect(checkVideo(UPLOAD_KINDS.advert, bytes)).toMatchObject({ code: 'no-video' });
});

test('kinds without films take none', () => {
  expect(checkVideo(UPLOAD_KINDS.splash, testFilm())).toMatchObject({ code: 'type-not-allowed' });
});

test('what is no film is not taken for one, whatever its bytes', () => {
  expect([isMp4(latin('....ftypisom')), isMp4(latin('....ftyp')), isMp4(latin('<svg></svg> '))]).toEqual([
    true,
    false,
    false,
  ]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(400), (noise, at) => {
      const film = testFilm();
      film.set(noise.subarray(0, film.length - at), at);
      expect(() => readVideo(film)).not.toThrow();
    }),
  );
});

test('what its maker wrote into a film goes, and nothing else moves', () => {
  const film = testFilm({ note: 'at 59.91 N 10.75 E', data: latin('the samples') });
  const facts = readVideo(film)!;
  expect(facts.metadata.length).toBe(3);
  const clean = withoutMetadata(film, facts);
  const text = String.fromCharCode(...clean);
  expect(text).not.toContain('59.91');
  expect(text).toContain('the samples');
  expect(clean.length).toBe(film.length);
  expect(readVideo(clean)).toEqual({ ...facts, metadata: [] });
});

test.each([
  ['bytes=0-', 10, { first: 0, last: 9 }],
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=4-7', 10, { first: 4, last: 7 }],
  ['bytes=4-70', 10, { first: 4, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-30', 10, { first: 0, last: 9 }],
  ['bytes=9-', 10, { first: 9, last: 9 }],
  ['bytes=10-', 10, 'beyond'],
  ['bytes=-0', 10, 'beyond'],
  ['bytes=7-4', 10, undefined],
  ['bytes=0-1,4-5', 10, undefined],
  ['bytes=-', 10, undefined],
  ['lines=0-1', 10, undefined],
  [undefined, 10, undefined],
])('the range %s of %d bytes', (header, size, part) => expect(readRange(header, size)).toEqual(part));
