import { SECRET_MASK } from '../contract/tenant-info.ts';

/** Names of secret values inside the tenant's configuration texts. */
const SECRET_FIELD = /secret|password|token|apikey|privatekey|accesskeysecret/i;
/** From this length on the last four characters may be shown beside the mask (security 2.6). */
const TELLS_END_FROM = 16;

/** A stored secret: encrypted, with the four characters that may be shown, or nothing of it. */
interface SealedSecret {
  readonly sealed: string;
  readonly end?: string;
}

function isSealed(value: unknown): value is SealedSecret {
  return typeof value === 'object' && value !== null && typeof (value as { sealed?: unknown }).sealed === 'string';
}

/** What stands for a secret: eight dots, and its last four characters where it has 16 or more (security 2.6). */
export function maskedSecret(secret: string): string {
  return secret.length >= TELLS_END_FROM ? SECRET_MASK + secret.slice(-4) : SECRET_MASK;
}

function mask(value: unknown): string {
  return isSealed(value) ? SECRET_MASK + (value.end ?? '') : maskedSecret(String(value));
}

/**
 * A configuration as it may leave the server: secrets are masked and marked by a sibling `<field>IsSet: true`
 * (security 2.6). Null where nothing is configured.
 */
export function maskedConfig(config: unknown): Record<string, unknown> | null {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return null;
  const shown: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(config)) {
    const isSecret = isSealed(value) || SECRET_FIELD.test(field);
    if (!isSecret) {
      shown[field] = typeof value === 'object' && value !== null && !Array.isArray(value) ? maskedConfig(value) : value;
      continue;
    }
    const isSet = value !== null && value !== undefined && value !== '';
    shown[field] = isSet ? mask(value) : '';
    shown[`${field}IsSet`] = isSet;
  }
  return shown;
}
