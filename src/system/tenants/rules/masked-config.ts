import { SECRET_MASK } from '../contract/tenant-info.ts';

/** Names of fields, headers and parameters whose values are secrets, as `isSecretName` reads them. */
const SECRET_NAME =
  /secret|passw(?:or)?d|passphrase|token|apikey|privatekey|authorization|credential|(?:pwd|auth|cookie|key)$/;
/** Keys that are names: an access key goes with a secret one, and a public key is meant to be known. */
const NO_SECRET = /(?:accesskey|publickey|keyid)$/;
/** A value of nothing but a scheme and words in braces shows only where the secret goes. */
const TEMPLATE = /^(?:(?:basic|bearer|digest|token|api-?key|appcode|key) +)?(?:\{\w+\}[\s:.,]*)+$/i;
/** A parameter of an address or of a form: separator, name, value. */
const PARAMETER = /(^|[?&;])([\w.[\]-]+)=([^&;#\s"]+)/g;
/** A member of a JSON text: what stands before the value, its name, its value. */
const MEMBER = /("((?:[^"\\]|\\.)+)"\s*:\s*)"((?:[^"\\]|\\.)+)"/g;
/** The password of an address. */
const USER_INFO = /(:\/\/[^/@\s:]*:)[^/@\s]+(?=@)/g;
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

/** Whether what stands under this name is a secret: `X-Api-Key`, `client_secret`, `authorization`. */
function isSecretName(name: string): boolean {
  const letters = name.replaceAll(/[^a-z]/gi, '').toLowerCase();
  return SECRET_NAME.test(letters) && !NO_SECRET.test(letters);
}

const isTemplate = (value: unknown): boolean => typeof value === 'string' && TEMPLATE.test(value.trim());
const shownOf = (name: string, value: string): string =>
  isSecretName(name) && !isTemplate(value) ? maskedSecret(value) : value;

/** Addresses, bodies of forms and of JSON may hold secrets under a name of their own. */
function maskedText(text: string): string {
  return text
    .replaceAll(USER_INFO, `$1${SECRET_MASK}`)
    .replaceAll(
      PARAMETER,
      (_, before: string, name: string, value: string) => `${before}${name}=${shownOf(name, value)}`,
    )
    .replaceAll(MEMBER, (_, before: string, name: string, value: string) => `${before}"${shownOf(name, value)}"`);
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
    const isSecret = isSealed(value) || (isSecretName(field) && !isTemplate(value));
    if (!isSecret) {
      shown[field] = maskedValue(value);
      continue;
    }
    const isSet = value !== null && value !== undefined && value !== '';
    shown[field] = isSet ? mask(value) : '';
    shown[`${field}IsSet`] = isSet;
  }
  return shown;
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map((item) => (isNamed(item) ? maskedPair(item) : maskedValue(item)));
  return typeof value === 'object' && value !== null ? maskedConfig(value) : value;
}

/** A header of a list of headers. */
interface Named {
  readonly name: string;
  readonly value: string;
}
const isNamed = (item: unknown): item is Named =>
  typeof item === 'object' &&
  item !== null &&
  typeof (item as Named).name === 'string' &&
  typeof (item as Named).value === 'string';
const maskedPair = (pair: Named): Named => ({ ...pair, value: maskedText(shownOf(pair.name, pair.value)) });
