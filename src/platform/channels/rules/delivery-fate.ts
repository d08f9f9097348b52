import type { DeliveryFault } from '../contract/channels.ts';

/** Longest row of attempts; with the pauses of the jobs (1, 2, 4 … seconds) about four minutes. */
export const MOST_ATTEMPTS = 8;

/** Another attempt may end otherwise. */
const PASSING: ReadonlySet<DeliveryFault> = new Set(['unreachable', 'busy']);

/** What becomes of a message after an attempt; `attempts` counts this one. */
export function deliveryFate(fault: DeliveryFault | undefined, attempts: number): 'sent' | 'failed' | 'again' {
  if (fault === undefined) return 'sent';
  return !PASSING.has(fault) || attempts >= MOST_ATTEMPTS ? 'failed' : 'again';
}

const MINUTE_MS = 60_000;
const PAUSES_MINUTES = [1, 5, 30] as const;
/** Nobody is kept waiting for longer, whatever a provider asks for. */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/**
 * When a message that people sent is tried once more: 1, 5 and 30 minutes after a fault that passes (practice 14), or when the
 * provider said that it may be, if that is later. `undefined`: no more.
 */
export function nextTry(attempts: number, now: Date, retryAfterSeconds = 0): Date | undefined {
  const pause = PAUSES_MINUTES[attempts - 1];
  if (pause === undefined) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(pause * MINUTE_MS, retryAfterSeconds * 1_000), LONGEST_PAUSE_MS));
}

/** Seconds that `Retry-After` asks for: a number, or a date (RFC 9110, 10.2.3); 0 for what is neither. */
export function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}

/** A provider's answer to a text message by its HTTP status: undefined is "taken". */
export function faultOfHttpStatus(status: number): DeliveryFault | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 429) return 'busy';
  return status >= 500 || status === 408 || status === 425 ? 'unreachable' : 'refused';
}

/** A mail server's reply code; 4xx means "later" (RFC 5321, 4.2.1). */
export function faultOfSmtpReply(code: number): DeliveryFault {
  return code >= 500 ? 'refused' : 'busy';
}

const LONGEST_REPLY = 200;

/** The first line of an SMTP reply, which begins with its code (RFC 5321, 4.2); empty for what is none. */
export function smtpReply(reply: unknown): string {
  const [line = ''] = typeof reply === 'string' ? reply.split(/[\r\n]/, 1) : [];
  return /^\d{3}[ -]/.test(line) ? line.replaceAll(/\p{C}/gu, '').slice(0, LONGEST_REPLY) : '';
}

/** The number of an SMTP reply with its class, `550 5.1.1`: the words after it may repeat the receiver or the text. */
export const smtpNumber = (reply: string): string => /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0] ?? '';
