import type { RefusalKind } from '#domains/fleet/contract/endpoints.ts';

const WHY: readonly (readonly [begins: string, why: RefusalKind])[] = [
  ['login refused: unknown device', 'unknown'],
  ['unknown device', 'unknown'],
  ['login refused', 'login'],
  ['topic of another', 'foreign-topic'],
  ['unknown topic', 'not-allowed'],
  ['publish refused', 'not-allowed'],
  ['subscribe refused', 'not-allowed'],
  ['retain', 'not-allowed'],
  ['size refused', 'malformed'],
  ['answer to an unknown', 'other'],
  ['no protocol', 'other'],
  ['could not be stored', 'other'],
];

/** Why a device was refused, from the words that the gateway wrote (security 10.4); what fits no schema is named by its fault. */
export function refusalKind(reason: string, isRetired: boolean): RefusalKind {
  const why = WHY.find(([begins]) => reason.startsWith(begins))?.[1] ?? 'malformed';
  return isRetired && (why === 'unknown' || why === 'login') ? 'retired' : why;
}

/** Whether the message is the address of who was turned away, and not something that the device said. */
export const isAddress = (reason: string): boolean => /^(login|publish|subscribe|retain|size) refused/.test(reason);

/** What the gateway writes, by the key of the text that says it in the reader's language. */
const DETAILS = {
  'login refused: unknown device': 'login-unknown',
  'unknown device': 'unknown-device',
  'login refused': 'login',
  'topic of another tenant or kind': 'foreign-topic',
  'unknown topic': 'unknown-topic',
  'publish refused': 'publish',
  'subscribe refused': 'subscribe',
  'retain refused': 'retained',
  retained: 'retained',
  'size refused': 'size',
  'answer to an unknown command': 'unknown-command',
  'no protocol for this kind': 'no-protocol',
  'could not be stored': 'not-stored',
  'not JSON': 'no-json',
} as const;

/** Those that name a part of the message: which field, or the version that it has. */
const DETAILS_OF_PARTS = [
  [/^malformed: (\S+)/, 'malformed'],
  [/^text that cannot be stored: (\S+)/, 'text'],
  [/^unknown version (\S+)/, 'version'],
] as const;

/** How no field is named: the message itself is wrong. */
const WHOLE_MESSAGE = '(message)';

export type RefusalDetail =
  | { readonly key: (typeof DETAILS)[keyof typeof DETAILS] | 'malformed-message' | 'text-message' }
  | { readonly key: (typeof DETAILS_OF_PARTS)[number][1]; readonly part: string };

/** Undefined for what the gateway does not write any more. */
export function refusalDetail(reason: string): RefusalDetail | undefined {
  if (Object.hasOwn(DETAILS, reason)) return { key: DETAILS[reason as keyof typeof DETAILS] };
  for (const [form, key] of DETAILS_OF_PARTS) {
    const part = form.exec(reason)?.[1];
    if (part === undefined) continue;
    return part === WHOLE_MESSAGE && key !== 'version' ? { key: `${key}-message` } : { key, part };
  }
  return undefined;
}
