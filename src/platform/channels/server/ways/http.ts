import type { OutboundRequest } from '#platform/outbound/server/guarded-fetch.ts';
import { faultOfHttpStatus, retryAfterSeconds } from '../../rules/delivery-fate.ts';
import type { Sending } from '../channel.ts';
import { DeliveryError, faultOfOutbound } from '../delivery-error.ts';

/** One call to a provider, with our own faults. */
export async function callProvider(
  { outbound, signal }: Pick<Sending, 'outbound' | 'signal'>,
  address: string,
  request: OutboundRequest,
): Promise<Response> {
  return outbound.fetch(address, { ...request, signal }).catch((error) => {
    throw new DeliveryError(faultOfOutbound(error));
  });
}

/** Throws what a status means that is no success; `said`: a word of the provider's own list. */
export function mustBeTaken({ status, headers }: Response, now: Date, said = ''): void {
  const fault = faultOfHttpStatus(status);
  if (!fault) return;
  const reply = `HTTP ${status} ${said}`.trim();
  throw new DeliveryError(fault, reply, retryAfterSeconds(headers.get('retry-after'), now));
}

/** What an answer says, where it is an object in JSON. */
export async function jsonOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const read: unknown = await answer.json();
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
