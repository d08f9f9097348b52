import { randomBytes } from 'node:crypto';
import { GLYPHS, type Point } from './glyphs.ts';
import { greyPng } from './grey-png.ts';

const WIDTH = 240;
const HEIGHT = 80;
const PAPER = 246;
const INK = 60;
const THICKNESS = 3.4;

/** A number from 0 to 1 that no observer of other pictures can foresee. */
const chance = (): number => randomBytes(4).readUInt32BE() / 2 ** 32;
const between = (low: number, high: number): number => low + (high - low) * chance();

/** A picture of the signs, turned, bent and crossed, as PNG: twice the size it is shown in. */
export function drawCaptcha(signs: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  const wave = { height: between(2, 5), length: between(50, 90), begin: between(0, 6) };
  const bend = ([x, y]: Point): Point => [x, y + wave.height * Math.sin(x / wave.length + wave.begin)];
  const step = WIDTH / (signs.length + 0.6);
  [...signs].forEach((sign, index) => {
    const place = placed([step * (index + 0.8) + between(-5, 5), HEIGHT / 2 + between(-7, 7)]);
    for (const stroke of GLYPHS[sign] ?? []) drawLine(pixels, finely(stroke.map(place)).map(bend), THICKNESS);
  });
  for (let line = 0; line < 2; line++) drawLine(pixels, crossing(), between(1.4, 2));
  for (let speck = 0; speck < 60; speck++) {
    const at: Point = [between(0, WIDTH), between(0, HEIGHT)];
    drawLine(pixels, [at, [at[0] + between(-4, 4), at[1] + between(-4, 4)]], 1.2);
  }
  return greyPng(pixels, WIDTH, HEIGHT);
}

/** A sign of its own size, turn and slant around its middle. */
function placed([middleX, middleY]: Point): (point: Point) => Point {
  const size = between(6.6, 8.2);
  const turn = between(-0.28, 0.28);
  const slant = between(-0.25, 0.25);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ([gridX, gridY]) => {
    const y = (gridY - 3) * size;
    const x = (gridX - 2) * size + y * slant;
    return [middleX + x * cos - y * sin, middleY + x * sin + y * cos];
  };
}

/** More points on the way, so that straight strokes bend too; each a little off. */
function finely(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (!next) return [point];
    return [0, 0.25, 0.5, 0.75].map(
      (part): Point => [
        point[0] + (next[0] - point[0]) * part + between(-0.7, 0.7),
        point[1] + (next[1] - point[1]) * part + between(-0.7, 0.7),
      ],
    );
  });
}

/** A curve from one side to the other. */
function crossing(): Point[] {
  const [from, to] = [between(15, HEIGHT - 15), between(15, HEIGHT - 15)];
  const [height, length, begin] = [between(4, 12), between(18, 40), between(0, 6)];
  return Array.from({ length: 25 }, (_, index): Point => {
    const x = (WIDTH / 24) * index;
    return [x, from + ((to - from) * index) / 24 + height * Math.sin(x / length + begin)];
  });
}

function drawLine(pixels: Uint8Array, points: readonly Point[], thickness: number): void {
  points.slice(1).forEach((to, index) => {
    drawSegment(pixels, points[index] ?? to, to, thickness / 2);
  });
}

/** Darkens what lies near the segment, with a soft edge of one pixel. */
function drawSegment(pixels: Uint8Array, [x1, y1]: Point, [x2, y2]: Point, radius: number): void {
  const reach = radius + 1;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy || 1;
  const lastY = Math.min(HEIGHT - 1, Math.ceil(Math.max(y1, y2) + reach));
  const lastX = Math.min(WIDTH - 1, Math.ceil(Math.max(x1, x2) + reach));
  for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - reach)); y <= lastY; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(x1, x2) - reach)); x <= lastX; x++) {
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
      const away = Math.hypot(x - x1 - along * dx, y - y1 - along * dy) - radius;
      if (away >= 1) continue;
      const shade = PAPER + (INK - PAPER) * (away <= 0 ? 1 : 1 - away);
      pixels[y * WIDTH + x] = Math.min(pixels[y * WIDTH + x] ?? PAPER, shade);
    }
  }
}
