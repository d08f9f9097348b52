import { crc32, deflateSync } from 'node:zlib';
import type { Random } from './random.ts';

type Colour = readonly [red: number, green: number, blue: number];
const SIDE = 320;
const [TABLE, CUP, COFFEE]: readonly Colour[] = [
  [142, 150, 160],
  [240, 240, 236],
  [92, 58, 36],
];
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [BITS_A_CHANNEL, RGB] = [8, 2];

/** A cup from above, more or less full, as a phone would send it (PNG). */
export function photoOfCup(random: Random): Uint8Array<ArrayBuffer> {
  const half = SIDE / 2;
  const filled = 0.2 + random.next() * 0.35;
  // each row begins with its filter, which is none
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3));
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      const far = Math.hypot((x - half) / half, (y - half) / half);
      rows.set((far > 0.8 ? TABLE : far > filled ? CUP : COFFEE)!, y * (1 + SIDE * 3) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([BITS_A_CHANNEL, RGB], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from(SIGNATURE), ...parts]));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
