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
