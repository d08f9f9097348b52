import { STATUS_CODES } from 'node:http';
import type { Outbound } from '#platform/outbound/server/guarded-fetch.ts';
import type { Secret } from '#platform/secrets/server/secrets.ts';
import type { SmsSettings } from '../contract/channel-settings.ts';
import type { SmsMessage } from '../contract/message.ts';
import { faultOfHttpStatus, retryAfterSeconds } from '../rules/delivery-fate.ts';
import { fillTemplate } from '../rules/fill-template.ts';
import { DeliveryError, faultOfOutbound } from './delivery-error.ts';

export interface SmsAccount {
  readonly settings: SmsSettings;
  readonly secretKey: Secret | undefined;
}

/**
 * One HTTP call as the tenant's smsConfig describes it; a repeated one carries the same key. Answers the status; what else the
 * provider says is never shown (security 12.1). Throws `DeliveryError`.
 */
export async function sendSms(
  outbound: Outbound,
  { settings, secretKey }: SmsAccount,
  message: SmsMessage,
  { deliveryId, signal, now }: { readonly deliveryId: string; readonly signal: AbortSignal; readonly now: Date },
): Promise<string> {
  const values = {
    phone: message.to,
    text: message.text,
    sender: settings.sender,
    accessKey: settings.accessKey,
    secretKey: secretKey?.reveal() ?? '',
    deliveryId,
  };
  const form = settings.contentType === 'application/json' ? 'json' : 'form';
  const answer = await outbound
    .fetch(settings.endpoint, {
      method: 'POST',
      headers: {
        'content-type': settings.contentType,
        'idempotency-key': deliveryId,
        ...(settings.authorization ? { authorization: fillTemplate(settings.authorization, values, 'header') } : {}),
      },
      body: fillTemplate(settings.body, values, form),
      signal,
    })
    .catch((error) => {
      throw new DeliveryError(faultOfOutbound(error));
    });
  const reply = `HTTP ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trim();
  const fault = faultOfHttpStatus(answer.status);
  if (fault) throw new DeliveryError(fault, reply, retryAfterSeconds(answer.headers.get('retry-after'), now));
  if (settings.acceptedText && !(await answer.text()).includes(settings.acceptedText)) {
    throw new DeliveryError('refused', reply);
  }
  return reply;
}
