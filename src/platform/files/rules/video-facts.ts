import type { Dimensions } from '../contract/upload-kinds.ts';

/** What the boxes of an MP4 file say (ISO 14496-12). */
export interface VideoFacts extends Dimensions {
  /** Whole seconds, at least one. */
  readonly seconds: number;
  /** The sample entry of the picture, such as `avc1`. */
  readonly codec: string;
  /** Where in the file its maker wrote about place, device and person. */
  readonly metadata: readonly Box[];
}

/** A box as offsets in the file: its head, its content, its end. */
interface Box {
  readonly type: string;
  readonly at: number;
  readonly inside: number;
  readonly end: number;
}

const HEAD = 8;
const LONG_HEAD = 16;
/** A film has a few dozen; a file made to keep us busy has more. */
const MOST_BOXES = 2_000;
const METADATA = new Set(['udta', 'meta', 'uuid']);
const ON_ITS_SIDE = 0x10000;
/** What players skip, in ASCII. */
const FREE = [0x66, 0x72, 0x65, 0x65];

/** Whether the file begins as an MP4 file does, whatever it is called. */
export function isMp4(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && wordAt(bytes, 4) === 'ftyp';
}

/**
 * Size, length and codec of a film out of its boxes, nothing of it decoded; undefined for what is no whole MP4 file with one
 * picture track. Tracks whose samples lie in other files are refused: a player would fetch them.
 */
export function readVideo(bytes: Uint8Array): VideoFacts | undefined {
  if (!isMp4(bytes)) return undefined;
  const budget = { left: MOST_BOXES };
  const top = boxesIn(bytes, 0, bytes.length, budget);
  const moov = only(top, 'moov');
  if (!top || !moov || !top.some(({ type }) => type === 'mdat')) return undefined;
  const inMovie = boxesIn(bytes, moov.inside, moov.end, budget);
  const header = only(inMovie, 'mvhd');
  const seconds = header && durationOf(bytes, header);
  if (!inMovie || seconds === undefined || !(seconds > 0)) return undefined;
  const metadata = [...top, ...inMovie].filter(({ type }) => METADATA.has(type));
  const pictures: { track: Dimensions; codec: string }[] = [];
  for (const track of inMovie.filter(({ type }) => type === 'trak')) {
    const read = readTrack(bytes, track, budget);
    if (!read) return undefined;
    metadata.push(...read.metadata);
    if (read.picture) pictures.push(read.picture);
  }
  const [picture] = pictures;
  if (!picture || pictures.length > 1) return undefined;
  return {
    ...picture.track,
    codec: picture.codec,
    seconds: Math.max(1, Math.round(seconds)),
    metadata,
  };
}

/** The same file with what its maker wrote about place, device and person made empty; nothing moves. */
export function withoutMetadata(bytes: Uint8Array, { metadata }: Pick<VideoFacts, 'metadata'>): Uint8Array {
  const clean = bytes.slice();
  for (const { at, inside, end } of metadata) {
    clean.set(FREE, at + 4);
    clean.fill(0, inside, end);
  }
  return clean;
}

function readTrack(bytes: Uint8Array, track: Box, budget: { left: number }) {
  const inside = boxesIn(bytes, track.inside, track.end, budget);
  const media = only(inside, 'mdia');
  const inMedia = media && boxesIn(bytes, media.inside, media.end, budget);
  const handler = only(inMedia, 'hdlr');
  const information = only(inMedia, 'minf');
  const inInformation = information && boxesIn(bytes, information.inside, information.end, budget);
  const table = only(inInformation, 'stbl');
  const inTable = table && boxesIn(bytes, table.inside, table.end, budget);
  const samples = only(inTable, 'stsd');
  if (!inside || !inMedia || !inInformation || !handler || !samples || !isSelfContained(bytes, inInformation, budget))
    return undefined;
  const metadata = [...inside, ...inMedia].filter(({ type }) => METADATA.has(type));
  if (handler.inside + 12 > handler.end || wordAt(bytes, handler.inside + 8) !== 'vide')
    return { metadata, picture: undefined };
  const header = only(inside, 'tkhd');
  const dimensions = header && dimensionsOf(bytes, header);
  if (!dimensions || samples.inside + LONG_HEAD > samples.end) return undefined;
  return { metadata, picture: { track: dimensions, codec: wordAt(bytes, samples.inside + 12) } };
}

/** `dref`: each entry says with its lowest flag that the samples are in this file. */
function isSelfContained(bytes: Uint8Array, inInformation: readonly Box[], budget: { left: number }): boolean {
  const information = only(inInformation, 'dinf');
  const references = information && only(boxesIn(bytes, information.inside, information.end, budget), 'dref');
  if (!references || references.inside + HEAD > references.end) return false;
  const entries = boxesIn(bytes, references.inside + HEAD, references.end, budget);
  return entries?.every(({ inside, end }) => inside + 4 <= end && ((bytes[inside + 3] ?? 0) & 1) === 1) ?? false;
}

/** Seconds. */
function durationOf(bytes: Uint8Array, { inside, end }: Box): number | undefined {
  const isLong = bytes[inside] === 1;
  if (inside + (isLong ? 32 : 20) > end) return undefined;
  const scale = numberAt(bytes, inside + (isLong ? 20 : 12));
  const units = isLong ? longAt(bytes, inside + 24) : numberAt(bytes, inside + 16);
  return scale === 0 ? undefined : units / scale;
}

/** As it is shown: a film of a telephone may lie on its side in the file. */
function dimensionsOf(bytes: Uint8Array, { inside, end }: Box): Dimensions | undefined {
  const matrix = inside + (bytes[inside] === 1 ? 52 : 40);
  if (matrix + 44 > end) return undefined;
  const [width, height] = [numberAt(bytes, matrix + 36) >>> 16, numberAt(bytes, matrix + 40) >>> 16];
  const across = Math.abs(numberAt(bytes, matrix + 4) | 0);
  return across === ON_ITS_SIDE ? { width: height, height: width } : { width, height };
}

/** The boxes that fill a part of the file; undefined where they do not. */
function boxesIn(bytes: Uint8Array, from: number, to: number, budget: { left: number }): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    budget.left -= 1;
    if (at + HEAD > to || budget.left < 0) return undefined;
    const said = numberAt(bytes, at);
    const isLong = said === 1;
    if (isLong && at + LONG_HEAD > to) return undefined;
    // nothing said: until the end of the file
    const size = isLong ? longAt(bytes, at + HEAD) : said === 0 ? to - at : said;
    const inside = at + (isLong ? LONG_HEAD : HEAD);
    if (at + size > to || at + size < inside) return undefined;
    boxes.push({ type: wordAt(bytes, at + 4), at, end: at + size, inside });
    at += size;
  }
  return boxes;
}

function only(boxes: readonly Box[] | undefined, type: string): Box | undefined {
  const found = boxes?.filter((box) => box.type === type);
  return found?.length === 1 ? found[0] : undefined;
}

function numberAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0
  );
}

const longAt = (bytes: Uint8Array, at: number): number => numberAt(bytes, at) * 2 ** 32 + numberAt(bytes, at + 4);

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
