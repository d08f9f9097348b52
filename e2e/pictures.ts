import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const STORED = join(import.meta.dirname, 'pictures');
/** Not in the repository: what a failed look leaves behind. */
const RESULTS = join(root, 'test-results/pictures');

/** Debian's `fonts-inter` and `fonts-noto-cjk`: letters are the same wherever the pictures are taken. */
export const PINNED_FONTS = {
  '--font-sans': 'Inter, "Noto Sans CJK SC"',
  '--font-mono': '"Noto Sans Mono CJK SC"',
} as const;

/**
 * Whether these fonts are there. Without them nothing can be compared, and its tests are left out with a word, except where
 * `REQUIRE_PICTURES=1` promises them (`.ci/run`).
 */
export function havePinnedFonts(): boolean {
  const wanted = Object.values(PINNED_FONTS).flatMap((stack) => stack.replaceAll('"', '').split(', '));
  const missing = wanted.filter((family) => !familiesHere().includes(family));
  if (missing.length === 0) return true;
  const words = `pictures need the fonts ${missing.join(', ')} (Debian: fonts-inter, fonts-noto-cjk)`;
  if (process.env['REQUIRE_PICTURES'] === '1') throw new Error(words);
  process.stderr.write(`${words}, so their tests are left out\n`);
  return false;
}

function familiesHere(): string[] {
  try {
    return execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' }).split(/[\n,]/);
  } catch {
    return [];
  }
}

/** `UPDATE_PICTURES=1`: what is seen is stored, where it is not what was stored. */
const isAccepting = process.env['UPDATE_PICTURES'] === '1';

/** Three bytes a pixel, row by row. */
export interface Picture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 3;

export async function pictureOf(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function cut({ data, width: whole }: Picture, { left, top, width, height }: Box): Picture {
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((top + row) * whole + left) * CHANNELS;
    return data.subarray(from, from + width * CHANNELS);
  });
  return { data: Buffer.concat(rows), width, height };
}

const png = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: CHANNELS } }).png();

/** Other versions of a browser smooth edges a little otherwise: what is within a step of colours, or a pixel beside. */
const COLOUR_STEP = 24;
const SMOOTHED_SHARE = 0.005;
const CHANGED_PIXELS = 8;

interface Difference {
  /** Of each pixel: 0 the same, 1 smoothed otherwise, 2 another. */
  readonly marks: Uint8Array;
  readonly changed: number;
  readonly smoothed: number;
}

export function differenceOf(expected: Picture, actual: Picture): Difference {
  const { width, height } = expected;
  const marks = new Uint8Array(width * height);
  const counts = { changed: 0, smoothed: 0 };
  const isAlike = (one: Buffer, at: number, other: Buffer, to: number): boolean =>
    [0, 1, 2].every(
      (channel) => Math.abs(one[at * CHANNELS + channel]! - other[to * CHANNELS + channel]!) <= COLOUR_STEP,
    );
  const isBeside = (one: Buffer, at: number, other: Buffer): boolean => {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
        if (isAlike(one, at, other, row * width + column)) return true;
    return false;
  };
  const isSame = (at: number): boolean =>
    [0, 1, 2].every((channel) => expected.data[at * CHANNELS + channel] === actual.data[at * CHANNELS + channel]);
  for (let at = 0; at < marks.length; at++) {
    if (isSame(at)) continue;
    const isSmoothed = isBeside(expected.data, at, actual.data) && isBeside(actual.data, at, expected.data);
    marks[at] = isSmoothed ? 1 : 2;
    counts[isSmoothed ? 'smoothed' : 'changed'] += 1;
  }
  return { marks, ...counts };
}

export const isAnother = ({ marks, changed, smoothed }: Difference): boolean =>
  changed > CHANGED_PIXELS || changed + smoothed > marks.length * SMOOTHED_SHARE;

/** Compares what is seen with what is stored under this name; answers what is wrong in words. */
export async function lookAt(name: string, actual: Picture): Promise<string | undefined> {
  const path = join(STORED, `${name}.png`);
  if (!existsSync(path)) return isAccepting ? store(path, actual) : `${name}: no picture is stored; ${HOW_TO_ACCEPT}`;
  const stored = await readFile(path);
  const expected = await pictureOf(stored);
  if (expected.width === actual.width && expected.data.equals(actual.data)) return undefined;
  if (expected.width !== actual.width || expected.height !== actual.height) {
    if (isAccepting) return store(path, actual);
    const shown = await showBeside(name, [expected, actual]);
    return `${name}: ${actual.width} × ${actual.height} px instead of ${expected.width} × ${expected.height}; ${shown}`;
  }
  const difference = differenceOf(expected, actual);
  if (!isAnother(difference)) return undefined;
  if (isAccepting) return store(path, actual);
  const shown = await showBeside(name, [expected, actual, drawn(difference, actual)]);
  return `${name}: ${wordsOf(difference, actual.width)}; ${shown}`;
}

const HOW_TO_ACCEPT = '`UPDATE_PICTURES=1 npm run e2e -- kit-pictures` accepts it';

async function store(path: string, seen: Picture): Promise<undefined> {
  await mkdir(STORED, { recursive: true });
  await png(seen).png({ compressionLevel: 9 }).toFile(path);
}

function wordsOf({ marks, changed, smoothed }: Difference, width: number): string {
  const at = [...marks.keys()].filter((index) => marks[index]);
  const columns = at.map((index) => index % width);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.floor(at[0]! / width), Math.floor(at.at(-1)! / width)];
  const share = (((changed + smoothed) / marks.length) * 100).toFixed(2);
  return `${changed + smoothed} pixels are others (${share} %), from ${left}, ${top} to ${right}, ${bottom}`;
}

/** The picture in pale, what changed in red, what is smoothed otherwise in yellow. */
function drawn({ marks }: Difference, { data, width, height }: Picture): Picture {
  const out = Buffer.from(data.map((value) => 200 + value / 5));
  for (const [at, mark] of marks.entries())
    if (mark > 0) out.set(mark === 2 ? [220, 0, 0] : [240, 180, 0], at * CHANNELS);
  return { data: out, width, height };
}

const GAP = 16;

/** Expected, actual and difference side by side, in a file that the words name. */
async function showBeside(name: string, pictures: readonly Picture[]): Promise<string> {
  let left = 0;
  const placed: { input: Buffer; left: number; top: number }[] = [];
  for (const picture of pictures) {
    placed.push({ input: await png(picture).toBuffer(), left, top: 0 });
    left += picture.width + GAP;
  }
  const height = Math.max(...pictures.map((picture) => picture.height));
  const path = join(RESULTS, `${name}.png`);
  await mkdir(RESULTS, { recursive: true });
  await sharp({ create: { width: left - GAP, height, channels: CHANNELS, background: '#808080' } })
    .composite(placed)
    .png()
    .toFile(path);
  const titles = ['stored', 'seen', 'difference'].slice(0, pictures.length).join(', ');
  return `${relative(root, path)} shows ${titles}; ${HOW_TO_ACCEPT}`;
}

/** Stored pictures that nobody looks at any more; when accepting they go. */
export async function leftOver(names: ReadonlySet<string>): Promise<string[]> {
  const left = (await readdir(STORED)).filter((file) => !names.has(file.replace(/\.png$/, '')));
  if (!isAccepting) return left;
  await Promise.all(left.map((file) => rm(join(STORED, file))));
  return [];
}
