import { expect, test } from 'vitest';
import { pixelsPerModule, qrFile, qrMatrix, qrPath, qrSide } from './qr-matrix.ts';

test('a code has its three finders, and grows with its text', () => {
  const short = qrMatrix('https://a.example/1');
  const long = qrMatrix('https://a.example/'.padEnd(300, 'x'));
  for (const matrix of [short, long]) {
    const last = matrix.length - 7;
    for (const [row, column] of [
      [0, 0],
      [0, last],
      [last, 0],
    ] as const) {
      expect(matrix[row]?.slice(column, column + 7)).toEqual(Array(7).fill(true));
      expect(matrix[row + 1]?.slice(column, column + 7)).toEqual([true, false, false, false, false, false, true]);
    }
  }
  expect(short.length).toBe(25);
  expect(long.length).toBeGreaterThan(short.length);
});

test('letters of every language are kept', () => {
  expect(qrMatrix('上海虹桥')).not.toEqual(qrMatrix('上海虹橋'));
});

test('the path draws the dark modules and no others', () => {
  const drawn = qrPath([
    [true, true, false],
    [false, false, false],
    [true, false, true],
  ]);
  expect(drawn).toBe('M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z');
});

test('a file has its light border, and a module whole pixels', () => {
  const matrix = qrMatrix('x');
  expect(qrSide(matrix)).toBe(matrix.length + 8);
  expect(qrFile(matrix, 512)).toMatch(/^<svg xmlns="[^"]+" width="512".*<path fill="#fff".*<\/svg>$/);
  expect(pixelsPerModule(33, 1_024)).toBe(31);
  expect(pixelsPerModule(185, 100)).toBe(1);
});
