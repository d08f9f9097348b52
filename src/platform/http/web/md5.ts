const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));

type Words = readonly [number, number, number, number];
const START: Words = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];

/**
 * MD5 of the UTF-8 bytes of a text as 32 small hexadecimal digits (RFC 1321). Browsers have none, and the login page's first
 * call is signed already (system-api.md 3): these lines weigh a tenth of a package.
 */
export function md5(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < words.length; at += 16) state = added(state, mixed(state, words.subarray(at, at + 16)));
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of state.entries()) view.setInt32(index * 4, word, true);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes, a one bit, zeros, and the length in bits: whole blocks of sixteen little-endian words. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setBigUint64(blocks.length - 8, BigInt(bytes.length) * 8n, true);
  return Int32Array.from({ length: blocks.length / 4 }, (_, index) => view.getInt32(index * 4, true));
}

function mixed([a, b, c, d]: Words, block: Int32Array): Words {
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const [mix, word] = mixOf(round, step, b, c, d);
    const sum = (a + mix + (SINES[step] ?? 0) + (block[word & 15] ?? 0)) | 0;
    const shift = SHIFTS[round]?.[step & 3] ?? 0;
    [a, b, c, d] = [d, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0, b, c];
  }
  return [a, b, c, d];
}

/** What a step of a round makes of three words, and which word of the block it takes, modulo sixteen. */
function mixOf(round: number, step: number, b: number, c: number, d: number): [mix: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(b & d) | (c & ~d), 5 * step + 1];
  if (round === 2) return [b ^ c ^ d, 3 * step + 5];
  return [c ^ (b | ~d), 7 * step];
}

function added(first: Words, second: Words): Words {
  return first.map((word, index) => (word + (second[index] ?? 0)) | 0) as unknown as Words;
}
