import { canonicalJson, type SignedRow } from '../rules/canonical-row.ts';
import { digestOf } from './sign-row.ts';

type Keys = Parameters<typeof digestOf>[0];

/** What is noted of a row in which a pseudonym stands for what named a person (security 14.5). */
export interface Replacement {
  /** Under which the row was signed and linked. */
  readonly original: Buffer;
  /** Of what stands there now. */
  readonly digest: Buffer;
  readonly mac: Buffer;
}

/** The signature of a replacement: whoever rewrites a row by hand cannot make it. */
export const macOfReplacement = (
  keys: Keys,
  { tenantId, id }: Pick<SignedRow, 'tenantId' | 'id'>,
  { original, digest }: Pick<Replacement, 'original' | 'digest'>,
): Buffer =>
  keys.hmac('audit-replaced', canonicalJson([tenantId, id, original.toString('hex'), digest.toString('hex')]));

/** Signs what replaces the personal part of a row that was signed under `original`. */
export function replacementOf(keys: Keys, row: SignedRow, original: Buffer): Replacement {
  const digest = digestOf(keys, row);
  return { original, digest, mac: macOfReplacement(keys, row, { original, digest }) };
}
