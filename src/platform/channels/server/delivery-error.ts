import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import type { DeliveryFault } from '../contract/channels.ts';

/** Carries the kind of fault only: what providers answer may repeat the recipient or the text (security 14.1). */
export class DeliveryError extends Error {
  readonly fault: DeliveryFault;
  /** No field that a log would show. */
  readonly #reply: string;
  /** When the provider wants to be asked again; 0 where it said nothing. */
  readonly retryAfterSeconds: number;
  constructor(fault: DeliveryFault, reply = '', retryAfterSeconds = 0) {
    super(`message not delivered: ${fault}`);
    this.name = 'DeliveryError';
    this.fault = fault;
    this.retryAfterSeconds = retryAfterSeconds;
    this.#reply = reply;
  }

  /** The first line that a mail server answered, or the status of a provider; for the person who tries the settings. */
  get reply(): string {
    return this.#reply;
  }
}

/** An address that the outbound rules refuse will be refused again; everything else may pass. */
export function faultOfOutbound(error: unknown): DeliveryFault {
  if (!(error instanceof OutboundError)) return 'unreachable';
  if (error.reason === 'address-form' || error.reason === 'not-public' || error.reason === 'redirect') {
    return 'address-refused';
  }
  return error.reason === 'busy' || error.reason === 'resting' ? 'busy' : 'unreachable';
}
