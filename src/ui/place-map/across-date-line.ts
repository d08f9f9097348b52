import type { Feature, Position } from 'geojson';

const HALF = 180;

/**
 * A land on both sides of the date line, such as the east of Russia, in one piece: a line that jumps from 180 to -180 degrees would be
 * drawn across the whole map. What goes round a pole stays as it is.
 */
export function acrossDateLine<Land extends Feature>(land: Land): Land {
  const { geometry } = land;
  if (geometry.type === 'Polygon')
    return { ...land, geometry: { ...geometry, coordinates: geometry.coordinates.map(inOnePiece) } };
  if (geometry.type === 'MultiPolygon')
    return {
      ...land,
      geometry: { ...geometry, coordinates: geometry.coordinates.map((part) => part.map(inOnePiece)) },
    };
  return land;
}

function inOnePiece(ring: Position[]): Position[] {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  const shifted = ring.map(([longitude = 0, ...rest]) => {
    if (longitude - before > HALF) turn -= 1;
    if (before - longitude > HALF) turn += 1;
    before = longitude;
    return [longitude + turn * 2 * HALF, ...rest];
  });
  return turn === 0 ? shifted : ring;
}
