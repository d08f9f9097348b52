import { WHOLE_MESSAGE, type WholeReason } from '#domains/devices/contract/quarantine.ts';
import type { RefusalKind } from '#domains/fleet/contract/endpoints.ts';

/** What each word of the gateway means, and the key of the text that says it in the reader's language. */
const REASONS = {
  'login refused: unknown device': ['unknown', 'login-unknown'],
  'login refused': ['login', 'login'],
  'publish refused': ['not-allowed', 'publish'],
  'subscribe refused': ['not-allowed', 'subscribe'],
  'retain refused': ['not-allowed', 'retained'],
  'size refused': ['malformed', 'size'],
  'unknown device': ['unknown', 'unknown-device'],
  'unknown topic': ['not-allowed', 'unknown-topic'],
  'topic of another tenant or kind': ['foreign-topic', 'foreign-topic'],
  'no protocol for this kind': ['other', 'no-protocol'],
  retained: ['not-allowed', 'retained'],
  'answer to an unknown command': ['other', 'unknown-command'],
  'could not be stored': ['other', 'not-stored'],
  'not JSON': ['malformed', 'no-json'],
} as const satisfies Readonly<Record<WholeReason, readonly [RefusalKind, string]>>;

const isWhole = (reason: string): reason is WholeReason => Object.hasOwn(REASONS, reason);

/** Why a device was refused, from the words that the gateway wrote (security 10.4); what fits no schema is named by its fault. */
export function refusalKind(reason: string, isRetired: boolean): RefusalKind {
  const why = isWhole(reason) ? REASONS[reason][0] : 'malformed';
  return isRetired && (why === 'unknown' || why === 'login') ? 'retired' : why;
}

/** Whether the message is the address of who was turned away, and not something that the device said. */
export const isAddress = (reason: string): boolean => /^(login|publish|subscribe|retain|size) refused/.test(reason);

/** Those that name a part of the message: which field, or the version that it has. */
const OF_PARTS = [
  [/^malformed: (\S+)/, 'malformed'],
  [/^text that cannot be stored: (\S+)/, 'text'],
  [/^unknown version (\S+)/, 'version'],
] as const;

export type RefusalDetail =
  | { readonly key: (typeof REASONS)[WholeReason][1] | 'malformed-message' | 'text-message' }
  | { readonly key: (typeof OF_PARTS)[number][1]; readonly part: string };

/** Undefined for what the gateway does not write any more. */
export function refusalDetail(reason: string): RefusalDetail | undefined {
  if (isWhole(reason)) return { key: REASONS[reason][1] };
  for (const [form, key] of OF_PARTS) {
    const part = form.exec(reason)?.[1];
    if (part === undefined) continue;
    return part === WHOLE_MESSAGE && key !== 'version' ? { key: `${key}-message` } : { key, part };
  }
  return undefined;
}
