/** Longest row of attempts; with the pauses of the jobs (1, 2, 4 … seconds) about four minutes. */
export const MOST_ATTEMPTS = 8;

/** Why a message did not go out. The first four are final: another attempt would end the same. */
export type DeliveryFault = 'not-configured' | 'refused' | 'address-refused' | 'expired' | 'unreachable' | 'busy';

const FINAL: ReadonlySet<DeliveryFault> = new Set(['not-configured', 'refused', 'address-refused', 'expired']);

/** What becomes of a message after an attempt; `attempts` counts this one. */
export function deliveryFate(fault: DeliveryFault | undefined, attempts: number): 'sent' | 'failed' | 'again' {
  if (fault === undefined) return 'sent';
  return FINAL.has(fault) || attempts >= MOST_ATTEMPTS ? 'failed' : 'again';
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
