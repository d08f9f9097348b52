import { signatureOf } from '#platform/outbound/server/sign-message.ts';
import { ApiSettings } from '../../contract/channel-settings.ts';
import type { ApiMessage } from '../../contract/message.ts';
import type { Channel } from '../channel.ts';
import { type OpenSetting, openSetting } from '../channel-settings.ts';
import { DeliveryError } from '../delivery-error.ts';
import { callProvider, mustBeTaken } from './http.ts';

/** A program of the tenant's own, which proves us by the signature of Standard Webhooks, as receivers of events do (settled 118). */
export const apiChannel: Channel<ApiMessage, OpenSetting<ApiSettings>> = {
  name: 'api',
  open: (services, db, tenantId) => openSetting(services, db, { tenantId, channel: 'api', schema: ApiSettings }),
  send: async (sending, { settings, secrets }, { channel: _, purpose: _why, ...message }) => {
    if (!secrets.secret) throw new DeliveryError('not-configured');
    const now = sending.now();
    const seconds = Math.floor(now.getTime() / 1_000);
    const id = sending.deliveryId;
    const body = JSON.stringify({ type: 'message', id, timestamp: now.toISOString(), data: message });
    const answer = await callProvider(sending, settings.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf([secrets.secret.reveal()], { id, seconds, body }),
      },
      body,
    });
    if (answer.status === 410) throw new DeliveryError('no-receiver', 'HTTP 410');
    mustBeTaken(answer, now);
    return { reply: `HTTP ${answer.status}`, isDelivered: true };
  },
};
