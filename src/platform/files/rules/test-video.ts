/** A film for tests: the boxes of an MP4 file with nothing to see in it. */
export interface TestFilm {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly codec?: string;
  readonly brand?: string;
  /** On its side in the file, as telephones write it. */
  readonly turned?: boolean;
  /** Its samples lie in another file. */
  readonly elsewhere?: boolean;
  /** Picture tracks. */
  readonly pictures?: number;
  readonly sound?: boolean;
  /** Written into `udta` of film and track, and into a box of its own. */
  readonly note?: string;
  /** Times and lengths in 64 bits. */
  readonly long?: boolean;
  readonly data?: Uint8Array;
}

const SCALE = 1_000;

export function testFilm(film: TestFilm = {}): Uint8Array {
  const { brand = 'isom', pictures = 1, sound = false, note, data = new Uint8Array(64) } = film;
  const notes = note === undefined ? [] : [box('udta', [box('name', [latin(note)])])];
  const tracks = [
    ...Array.from({ length: pictures }, () => pictureTrack(film, notes)),
    ...(sound ? [soundTrack()] : []),
  ];
  return join([
    box('ftyp', [latin(brand), number(512), latin('isom')]),
    box('moov', [movieHeader(film), ...tracks, ...notes]),
    ...(note === undefined ? [] : [box('uuid', [latin(`16 bytes of name${note}`)])]),
    box('mdat', [data]),
  ]);
}

function movieHeader({ seconds = 6, long = false }: TestFilm): Uint8Array {
  const units = Math.round(seconds * SCALE);
  return long
    ? box('mvhd', [number(0x01000000), zeros(16), number(SCALE), number(0), number(units), zeros(80)])
    : box('mvhd', [number(0), zeros(8), number(SCALE), number(units), zeros(80)]);
}

function pictureTrack(film: TestFilm, notes: readonly Uint8Array[]): Uint8Array {
  const { width = 1_080, height = 1_920, codec = 'avc1', turned = false, elsewhere = false, long = false } = film;
  const one = 0x10000;
  const matrix = turned ? [0, one, 0, -one, 0, 0, 0, 0, 0x40000000] : [one, 0, 0, 0, one, 0, 0, 0, 0x40000000];
  const shape = [...matrix, (turned ? height : width) * one, (turned ? width : height) * one].map(number);
  const head = long ? [number(0x01000007), zeros(32)] : [number(7), zeros(20)];
  return box('trak', [box('tkhd', [...head, zeros(16), ...shape]), media('vide', codec, elsewhere ? 0 : 1), ...notes]);
}

const soundTrack = () => box('trak', [box('tkhd', [number(7), zeros(80)]), media('soun', 'mp4a', 1)]);

const media = (handler: string, codec: string, reference: number) =>
  box('mdia', [
    box('hdlr', [number(0), number(0), latin(handler), zeros(12)]),
    box('minf', [
      box('dinf', [box('dref', [number(0), number(1), box('url ', [number(reference)])])]),
      box('stbl', [box('stsd', [number(0), number(1), box(codec, [zeros(78)])])]),
    ]),
  ]);

export function box(type: string, content: readonly Uint8Array[]): Uint8Array {
  const inside = join(content);
  return join([number(inside.length + 8), latin(type), inside]);
}

export function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value >>> 0);
  return bytes;
}

const zeros = (length: number) => new Uint8Array(length);
export const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
