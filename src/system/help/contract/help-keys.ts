/** The documents by their keys; those of platform.md 2 first. */
export const HELP_KEYS = [
  'coupon-auto-send',
  'coupon-qr-claim',
  'pos-card-registration',
  'payment-key',
  'points-configuration',
  'points-mall',
  // of our own
  'tenant-setup',
  'departments',
  'own-account',
  'check-rules',
] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

/** Where a new reader begins; shown above the others. */
export const FIRST_STEPS = 'first-steps';

/** Address of a document in one language: each has an English and a Chinese link. */
export function helpAddress(key: HelpKey | typeof FIRST_STEPS, language?: string): string {
  return `/help/${key}${language === undefined ? '' : `?language=${language}`}`;
}
