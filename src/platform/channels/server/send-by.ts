import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import type { DeliveryFault } from '../contract/channels.ts';
import type { Message } from '../contract/message.ts';
import type { Sending } from './channel.ts';
import { DeliveryError, faultOfOutbound } from './delivery-error.ts';
import type { EmailAccount } from './send-email.ts';
import type { SmsAccount } from './send-sms.ts';
import { channelOf } from './ways/index.ts';

/** Where text messages and mails go out: the account of a tenant, as it is kept or as somebody typed it. */
export type ChannelAccount = EmailAccount | SmsAccount;

/** What came of a trial: no fault, or why not; and what the other side said, if anything. */
export interface ChannelTrial {
  readonly fault: DeliveryFault | undefined;
  readonly reply: string;
}

const LIMIT_MS = 20_000;

/** Sends a message at once, for the person who waits for the result: by settings that need not be kept. */
export async function tryChannel(
  services: Pick<Services, 'config' | 'clock'>,
  account: unknown,
  message: Message,
  pass: Sending['pass'] = async (make) => (await make()).value,
): Promise<ChannelTrial> {
  try {
    const channel = channelOf(message.channel);
    if (!channel || account === undefined) throw new DeliveryError('not-configured');
    const sending: Sending = {
      ...{ services, outbound: outboundOf(services), deliveryId: newId(), signal: AbortSignal.timeout(LIMIT_MS), pass },
      now: () => services.clock.now(),
    };
    const { reply } = await channel.send(sending, account, message);
    return { fault: undefined, reply };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { fault: error.fault, reply: error.reply };
  }
}

/** Whether messages may go to this address at all, for the moment it is saved (security 12.2). */
export async function channelAddressFault(
  services: Pick<Services, 'config'>,
  place: { readonly endpoint: string } | { readonly host: string; readonly port: number },
): Promise<DeliveryFault | undefined> {
  const outbound = outboundOf(services);
  const check = 'endpoint' in place ? outbound.check(place.endpoint) : outbound.addressesOf(place.host, place.port);
  return Promise.resolve<unknown>(check).then(() => undefined, faultOfOutbound);
}
