import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/problems/server/raise.ts';
import { UPLOAD_KINDS } from '../contract/upload-kinds.ts';
import { recodeImage } from './recode-image.ts';

const FORMATS = { png: 'png', jpg: 'jpeg', webp: 'webp' } as const;
const { temp, push, icon, advert, avatar } = UPLOAD_KINDS;
const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 20 } } });
const problemOf = async (bytes: Uint8Array, rules: Parameters<typeof recodeImage>[1] = temp) =>
  recodeImage(bytes, rules).then(
    () => 'taken',
    (error) => (error instanceof Problem ? [error.code, error.faults.map(({ path }) => path)] : error),
  );

test.each(['png', 'jpg', 'webp'] as const)('a %s stays what it is, in its dimensions', async (type) => {
  const bytes = await plain().toFormat(FORMATS[type]).toBuffer();
  const kept = await recodeImage(bytes, temp);
  expect({ ...kept, bytes: undefined }).toEqual({ extension: type, width: 40, height: 30, bytes: undefined });
  expect(await sharp(kept.bytes).metadata()).toMatchObject({ width: 40, height: 30 });
});

test('where and by whom a picture was taken is gone, and it stands upright', async () => {
  const bytes = await plain()
    .withExif({
      IFD0: { Artist: 'planted-name' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '10/1 45/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const kept = await recodeImage(bytes, temp);
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(kept.bytes).metadata();
  expect({ exif, xmp, iptc, icc, orientation, comments }).toEqual({});
  expect(Buffer.from(kept.bytes).toString('latin1')).not.toContain('planted');
  expect([kept.width, kept.height]).toEqual([30, 40]);
});

describe('what hides in a picture does not come through', () => {
  const HIDDEN = '<script>planted()</script>';
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['a page after its end', (bytes) => Buffer.concat([bytes, Buffer.from(`\n<!doctype html>${HIDDEN}`)])],
    ['an archive after its end', (bytes) => Buffer.concat([bytes, Buffer.from(`PK\x03\x04${HIDDEN}PK\x05\x06`)])],
  ])('%s', async (_title, add) => {
    for (const type of ['png', 'jpg', 'webp'] as const) {
      const outcome = await recodeImage(add(await plain().toFormat(FORMATS[type]).toBuffer()), temp).then(
        (kept) => Buffer.from(kept.bytes).toString('latin1'),
        (error) => error.code,
      );
      expect(outcome).not.toContain('planted');
    }
  });

  test('a page as the comment of a PNG', async () => {
    const bytes = await plain().png().toBuffer();
    const text = chunk('tEXt', Buffer.from(`Comment\0${HIDDEN}`));
    const polyglot = Buffer.concat([bytes.subarray(0, 33), text, bytes.subarray(33)]);
    const kept = await recodeImage(polyglot, temp);
    expect(Buffer.from(kept.bytes).toString('latin1')).not.toContain('planted');
  });
});

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
  ['an SVG behind XML', '<?xml version="1.0"?><!DOCTYPE svg><svg/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page that begins like a GIF', 'GIF89a=1;<script>alert(1)</script>'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['a PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3'],
  ['a programme', 'MZ\x90\0\x03'],
])('%s is refused, whatever it is called', async (_title, text) => {
  expect(await problemOf(Buffer.from(text, 'latin1'))).toEqual(['file.type-not-allowed', ['file']]);
});

test('formats that the library knows beyond ours are refused too', async () => {
  for (const type of ['gif', 'tiff'] as const)
    expect(await problemOf(await plain().toFormat(type).toBuffer())).toEqual(['file.type-not-allowed', ['file']]);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['only its mark', (bytes) => bytes.subarray(0, 12)],
  ['damaged in the middle', (bytes) => Buffer.from(bytes).fill(0x55, bytes.length / 2, bytes.length / 2 + 40)],
])('a picture that is %s is refused and the next one is taken', async (_title, damage) => {
  const noise = Buffer.from(Array.from({ length: 60 * 60 * 3 }, (_, at) => (at * 7919) % 251));
  const bytes = await sharp(noise, { raw: { width: 60, height: 60, channels: 3 } })
    .png()
    .toBuffer();
  expect(await problemOf(damage(bytes))).toEqual(['file.broken', ['file']]);
  expect(await problemOf(bytes)).toBe('taken');
});

test('a picture of more pixels than it may have is refused by its head', async () => {
  for (const [width, height] of [
    [30_000, 30_000],
    [24_000_001, 1],
  ] as const)
    expect(await problemOf(pngOf(width, height)), `${width}`).toEqual(['file.too-many-pixels', ['file']]);
});

test('an advert must have exactly its dimensions, and others are named', async () => {
  const wrong = await plain(1_080, 1_080).png().toBuffer();
  expect(await problemOf(wrong, advert)).toEqual(['file.wrong-dimensions', ['file']]);
  const right = await recodeImage(await plain(1_080, 1_920).jpeg().toBuffer(), advert);
  expect([right.width, right.height, right.extension]).toEqual([1_080, 1_920, 'jpg']);
});

test('an icon becomes a PNG, and a large avatar small', async () => {
  const bytes = await plain(2_000, 1_000).jpeg().toBuffer();
  expect(await recodeImage(bytes, icon)).toMatchObject({ extension: 'png', width: 512, height: 256 });
  expect(await recodeImage(bytes, avatar)).toMatchObject({ extension: 'jpg', width: 512, height: 256 });
});

test('a push picture stays below its limit, also when it was written better than we write', async () => {
  const noise = randomBytes(500 * 300 * 3);
  const image = sharp(noise, { raw: { width: 500, height: 300, channels: 3 } });
  const small = await image.clone().jpeg({ quality: 40 }).toBuffer();
  expect(small.length).toBeLessThan(push.maxBytes);
  const kept = await recodeImage(small, push);
  expect(kept.bytes.length).toBeLessThanOrEqual(push.maxBytes);
  const large = await image.clone().png().toBuffer();
  expect(large.length).toBeGreaterThan(push.maxBytes);
  expect(await problemOf(large, push)).toEqual(['file.too-large', ['file']]);
  expect(await problemOf(await image.clone().webp().toBuffer(), push)).toEqual(['file.type-not-allowed', ['file']]);
});

test('transparent parts stay transparent', async () => {
  const bytes = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  expect((await sharp((await recodeImage(bytes, icon)).bytes).stats()).isOpaque).toBe(false);
});

test('many at once are taken one after another, and too many are turned away', async () => {
  const bytes = await plain(400, 400).png().toBuffer();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => problemOf(bytes)));
  const taken = outcomes.filter((outcome) => outcome === 'taken').length;
  expect(taken).toBeGreaterThanOrEqual(20);
  expect(outcomes.filter((outcome) => outcome !== 'taken').every((outcome) => outcome[0] === 'server.busy')).toBe(true);
  expect(taken).toBeLessThan(40);
});

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A PNG that says it is so large and has hardly any content. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
