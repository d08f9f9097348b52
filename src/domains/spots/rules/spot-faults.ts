import type { Spot } from '../contract/spots.ts';

export interface SpotFault {
  readonly path: keyof Spot;
  readonly code: string;
}

/** What its fields say against each other; each fault at the field that is missing. */
export function spotFaults(spot: Pick<Spot, 'splashPageType' | 'splashImage' | 'latitude' | 'longitude'>): SpotFault[] {
  const faults: SpotFault[] = [];
  if ((spot.latitude === null) !== (spot.longitude === null))
    faults.push({ path: spot.latitude === null ? 'latitude' : 'longitude', code: 'spot.place-half' });
  if (spot.splashPageType !== 0 && spot.splashImage === '')
    faults.push({ path: 'splashImage', code: 'spot.splash-image-missing' });
  return faults;
}
