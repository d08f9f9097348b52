import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import type { Message } from '../contract/message.ts';
import type { DeliveryFault } from '../rules/delivery-fate.ts';
import { DeliveryError, faultOfOutbound } from './delivery-error.ts';
import { type EmailAccount, sendEmail } from './send-email.ts';
import { type SmsAccount, sendSms } from './send-sms.ts';

/** Where messages go out: the account of a tenant, of either channel. */
export type ChannelAccount = EmailAccount | SmsAccount;

const isMail = (account: ChannelAccount): account is EmailAccount => 'host' in account.settings;

/** Sends one message once and answers what the other side said. Throws `DeliveryError`. */
export async function sendBy(
  services: Pick<Services, 'config'>,
  account: ChannelAccount,
  message: Message,
  deliveryId: string,
  signal: AbortSignal,
): Promise<string> {
  const outbound = outboundOf(services);
  if (message.channel === 'sms') {
    if (isMail(account)) throw new DeliveryError('not-configured');
    return sendSms(outbound, account, message, deliveryId, signal);
  }
  if (!isMail(account)) throw new DeliveryError('not-configured');
  const { host, port } = account.settings;
  const addresses = await outbound.addressesOf(host, port).catch((error) => {
    throw new DeliveryError(faultOfOutbound(error));
  });
  const mayBePlain = services.config.outboundAllow.includes(`${host}:${port}`);
  return sendEmail({ addresses, mayBePlain }, account, message, deliveryId);
}

/** What came of a trial: no fault, or why not; and what the other side said, if anything. */
export interface ChannelTrial {
  readonly fault: DeliveryFault | undefined;
  readonly reply: string;
}

const LIMIT_MS = 20_000;

/** Sends a message at once by settings that need not be kept, for the person who waits for the result. */
export async function tryChannel(
  services: Pick<Services, 'config'>,
  account: ChannelAccount,
  message: Message,
): Promise<ChannelTrial> {
  try {
    const reply = await sendBy(services, account, message, newId(), AbortSignal.timeout(LIMIT_MS));
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
