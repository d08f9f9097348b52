import type { Secrets } from '#platform/secrets/server/secrets.ts';
import { lastingText, personalText, type SignedRow } from '../rules/canonical-row.ts';

export interface RowSignature {
  /** Keyed, so that what it stands for cannot be guessed from it. */
  readonly digest: Buffer;
  readonly mac: Buffer;
}

type Keys = Pick<Secrets, 'hmac'>;

export const digestOf = (keys: Keys, row: SignedRow): Buffer => keys.hmac('audit-personal', personalText(row));
export const macOf = (keys: Keys, row: SignedRow, digest: Buffer): Buffer =>
  keys.hmac('audit-row', lastingText(row, digest.toString('hex')));

/** The program's own signature: a row that somebody adds or changes by hand has none (security 14.3). */
export function signRow(keys: Keys, row: SignedRow): RowSignature {
  const digest = digestOf(keys, row);
  return { digest, mac: macOf(keys, row, digest) };
}
