import type { Sharp } from 'sharp';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { type Dimensions, type ImageRules, type ImageType, MAX_PIXELS } from '../contract/upload-kinds.ts';
import { type ImageFault, imageFault, keptDimensions } from '../rules/image-fault.ts';
import { imageTypeOf } from '../rules/image-type.ts';

export interface RecodedImage extends Dimensions {
  readonly bytes: Uint8Array;
  readonly extension: ImageType;
}

/** A picture that takes longer than this is no picture of a cup. */
const SECONDS = 15;
/** Waiting ones hold their bytes: more than these are turned away. */
const MAX_WAITING = 20;
/** The first that stays below the kind's limit is kept. */
const QUALITIES = [86, 74, 60] as const;
const LOADERS = ['PngBuffer', 'JpegBuffer', 'WebpBuffer'].map((name) => `VipsForeignLoad${name}`);

let opened: Promise<typeof import('sharp').default> | undefined;

/** The library comes with the first picture, without its cache, one core each, and with three decoders only. */
function openSharp(): NonNullable<typeof opened> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  });
  return opened;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** One after another: 24 megapixels unpacked are 100 MB. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) raise('server.busy', {}, { retryAfterSeconds: 5 });
  waiting += 1;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn.finally(() => {
    waiting -= 1;
  });
}

/**
 * A new picture made of what can be seen in the old one: upright, without metadata, without anything that was hidden
 * behind or between its pixels (security 11.1). Refuses what its kind does not take, and what cannot be decoded whole.
 */
export async function recodeImage(bytes: Uint8Array, rules: ImageRules): Promise<RecodedImage> {
  const type = imageTypeOf(bytes);
  refuse(imageFault(rules, { size: bytes.length, type }));
  const sharp = await openSharp();
  return inTurn(async () => {
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true });
    // reads the head only
    const { autoOrient: dimensions } = await source.metadata().catch(whyNotRead);
    refuse(imageFault(rules, { size: bytes.length, type, dimensions }));
    const { width, height } = keptDimensions(rules, dimensions);
    const upright = source.resize({ width, height, fit: 'fill' }).timeout({ seconds: SECONDS });
    const extension = rules.asPng ? 'png' : (type ?? 'png');
    for (const quality of QUALITIES) {
      const { data } = await encoded(upright.clone(), extension, quality)
        .toBuffer({ resolveWithObject: true })
        .catch(whyNotRead);
      if (data.length <= rules.maxBytes) return { bytes: data, extension, width, height };
    }
    return refuse({ code: 'too-large', params: imageFault(rules, { size: rules.maxBytes + 1, type })?.params ?? {} });
  });
}

function encoded(image: Sharp, extension: ImageType, quality: number): Sharp {
  switch (extension) {
    case 'jpg':
      return image.jpeg({ quality, mozjpeg: true });
    case 'webp':
      return image.webp({ quality });
    default:
      // lossless first, then with as many colours as the quality wants
      return image.png(quality === QUALITIES[0] ? { compressionLevel: 9 } : { palette: true, quality });
  }
}

function refuse(fault: ImageFault): never;
function refuse(fault: ImageFault | undefined): void;
function refuse(fault: ImageFault | undefined): void {
  if (!fault) return;
  const code = `file.${fault.code}`;
  raise(code, fault.params, { faults: [{ path: 'file', code, params: fault.params }] });
}

/** The library's own messages are not shown: they name its internals. */
function whyNotRead(error: unknown): never {
  if (error instanceof Problem) throw error;
  if (error instanceof Error && /pixel limit/i.test(error.message))
    return refuse({ code: 'too-many-pixels', params: { maximum: MAX_PIXELS / 1_000_000 } });
  return raise('file.broken', {}, { faults: [{ path: 'file', code: 'file.broken' }], cause: error });
}
