import type { Spot } from '../contract/spots.ts';

export interface SpotFault {
  /** A field, or one of a row of it: `contacts.0.phone`. */
  readonly path: string;
  readonly code: string;
}

/** What its fields say against each other; each fault at the field that is missing. */
export function spotFaults(
  spot: Pick<Spot, 'splashPageType' | 'splashImage' | 'latitude' | 'longitude' | 'contacts'>,
  before?: Pick<Spot, 'contacts'>,
): SpotFault[] {
  const faults: SpotFault[] = [];
  if ((spot.latitude === null) !== (spot.longitude === null))
    faults.push({ path: spot.latitude === null ? 'latitude' : 'longitude', code: 'spot.place-half' });
  if (spot.splashPageType !== 0 && spot.splashImage === '')
    faults.push({ path: 'splashImage', code: 'spot.splash-image-missing' });
  // nobody would be called, and nobody would know: one of the channels that are chosen needs its address; a contact that stays as he was may
  // be older than this rule, and hinders no save of something else
  const known = new Set(before?.contacts.map((contact) => keyOf(contact)));
  for (const [place, contact] of spot.contacts.entries()) {
    if (known.has(keyOf(contact))) continue;
    const { phone, email, bySms, byEmail } = contact;
    const isReached = (bySms && phone !== '') || (byEmail && email !== '');
    if (isReached || !(bySms || byEmail)) continue;
    if (bySms) faults.push({ path: `contacts.${place}.phone`, code: 'spot.contact-phone-missing' });
    else faults.push({ path: `contacts.${place}.email`, code: 'spot.contact-email-missing' });
  }
  return faults;
}

const keyOf = ({ name, phone, email, bySms, byEmail }: Spot['contacts'][number]): string =>
  JSON.stringify([name, phone, email, bySms, byEmail]);
