/** Signs of a label's code: none looks like another one (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A code of ten signs, 50 bits, out of random bytes. */
export const labelCode = (random: Uint8Array): string =>
  [...random.subarray(0, LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('');

/** Bytes that `labelCode` reads. */
export const LABEL_BYTES = LENGTH;

export interface DeviceName {
  readonly tenantId: string;
  readonly code: string;
}

/** What stands in the address of a machine's page: the tenant, and the code of the label. */
export const deviceOf = ({ tenantId, code }: DeviceName): string => `${tenantId}-${code}`;

/** Undefined where the text is no such name; letters may be typed small, and those that look like digits are read as them. */
export function readDevice(text: string): DeviceName | undefined {
  const [, tenantId, typed] = /^([1-9]\d{0,8})-([0-9A-Za-z]{10})$/.exec(text) ?? [];
  if (tenantId === undefined || typed === undefined) return undefined;
  const code = typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return [...code].every((sign) => SIGNS.includes(sign)) ? { tenantId, code } : undefined;
}
