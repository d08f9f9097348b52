import type { MapSpot } from '#domains/fleet/contract/endpoints.ts';
import { ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';

export interface MapFilter {
  /** Empty: any. */
  readonly healths: readonly RobotHealth[];
  readonly state: MapSpot['state'] | undefined;
}

export type PlacedSpot = MapSpot & { readonly latitude: number; readonly longitude: number };

export const isPlaced = (spot: MapSpot): spot is PlacedSpot => spot.latitude !== null && spot.longitude !== null;

export const robotsAt = ({ counts }: { readonly counts: readonly number[] }): number =>
  counts.reduce((sum, count) => sum + count, 0);

/** The worst health of any of these robots; undefined where there are none. */
export function worstOf(counts: readonly number[]): RobotHealth | undefined {
  return ROBOT_HEALTHS[counts.findIndex((count) => count > 0)];
}

/** The spots that the filters leave, with the robots that they leave: what is counted is what is asked for. */
export function filteredSpots(spots: readonly MapSpot[], { healths, state }: MapFilter): MapSpot[] {
  return spots.flatMap((spot) => {
    if (state !== undefined && spot.state !== state) return [];
    if (healths.length === 0) return [spot];
    const counts = spot.counts.map((count, at) => (healths.includes(ROBOT_HEALTHS[at] as RobotHealth) ? count : 0));
    return counts.some((count) => count > 0) ? [{ ...spot, counts }] : [];
  });
}

/** Worst first, then by name; spots without robots last. */
export function worstFirst(a: MapSpot, b: MapSpot): number {
  const rank = (spot: MapSpot): number => {
    const at = spot.counts.findIndex((count) => count > 0);
    return at === -1 ? ROBOT_HEALTHS.length : at;
  };
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}
