/** Fields whose values are kept in no log: secrets, codes that open something, and cards (security 14.1, settled 28). */
const SECRET_NAME =
  /pass(word|wd|phrase)?|secret|token|authorization|cookie|key$|private|credential|jwe|pin\b|captcha|otp$|(sms|check|verify|verification|auth)_?code|ticket|signature|cvv|cvc|card_?(no|number|holder)|^pan$|iban/i;
/** Values that are secrets whatever their field is called. */
const SECRET_TEXT = /-----BEGIN|\b(sk|rk|pk|whsec)_[A-Za-z0-9_]{8,}|\bBearer\s+\S{8,}|\beyJ[\w-]{10,}\.[\w-]{5,}/;
const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g;

/** Bytes of one row. */
export const MOST_PARAMS = 4_096;
const MOST_OF_TEXT = 500;
const MOST_ITEMS = 50;
const DEEPEST = 6;
const SECRET = '[secret]';

/** What a call was asked, as JSON text without secrets, at most `MOST_PARAMS` bytes; '' where it was asked nothing. */
export function loggedParams(asked: unknown): string {
  if (typeof asked !== 'object' || asked === null || Object.keys(asked).length === 0) return '';
  const text = JSON.stringify(withoutSecrets(asked, 0)) ?? '';
  return cutToBytes(text, MOST_PARAMS);
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return plainText(value, depth);
  if (typeof value === 'number' && isCard(String(value))) return '[card]';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= DEEPEST) return '[deep]';
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map((item) => withoutSecrets(item, depth + 1));
    return value.length > MOST_ITEMS ? [...items, `[${value.length - MOST_ITEMS} more]`] : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && typeof inner !== 'function')
      .map(([name, inner]) => [
        name,
        SECRET_NAME.test(name) && !isNothing(inner) ? SECRET : withoutSecrets(inner, depth + 1),
      ]),
  );
}

const isNothing = (value: unknown): boolean => value === null || value === '' || typeof value === 'boolean';

function plainText(text: string, depth: number): unknown {
  // a text within a text, as older clients send settings
  if (/^\s*[[{]/.test(text) && depth < DEEPEST) {
    const read = readJson(text);
    if (typeof read === 'object' && read !== null) return withoutSecrets(read, depth + 1);
  }
  if (SECRET_TEXT.test(text)) return SECRET;
  const plain = text.replace(CARD, (digits) => (isCard(digits) ? '[card]' : digits));
  return plain.length > MOST_OF_TEXT ? `${plain.slice(0, MOST_OF_TEXT)}…` : plain;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The check digit of payment cards (Luhn). */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^0/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function cutToBytes(text: string, most: number): string {
  const sign = '…';
  let bytes = 0;
  let kept = 0;
  for (const letter of text) {
    bytes += bytesOf(letter);
    if (bytes <= most - bytesOf(sign)) kept += letter.length;
    else if (bytes > most) return text.slice(0, kept) + sign;
  }
  return text;
}

/** In UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
