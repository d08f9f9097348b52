import type { Feature, Position } from 'geojson';
import { expect, test } from 'vitest';
import { acrossDateLine } from './across-date-line.ts';

const land = (...rings: Position[][]): Feature => ({
  ...{ type: 'Feature', properties: {} },
  geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
});

test('a land on both sides of the date line is drawn in one piece', () => {
  const east: Position[] = [
    [170, 70],
    [179, 69],
    [-180, 68],
    [-170, 66],
    [-180, 65],
    [179, 64],
    [170, 70],
  ];
  expect(acrossDateLine(land(east))).toEqual(
    land([
      [170, 70],
      [179, 69],
      [180, 68],
      [190, 66],
      [180, 65],
      [179, 64],
      [170, 70],
    ]),
  );
});

test('one that is on one side, and one that goes round the pole, stay as they are', () => {
  const inland: Position[] = [
    [10, 60],
    [12, 60],
    [12, 62],
    [10, 60],
  ];
  const pole: Position[] = [
    [-180, -70],
    [-60, -70],
    [60, -70],
    [180, -70],
    [-180, -70],
  ];
  expect(acrossDateLine(land(inland, pole))).toEqual(land(inland, pole));
});
