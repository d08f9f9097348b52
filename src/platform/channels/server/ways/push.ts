import { createSign } from 'node:crypto';
import { PushSettings } from '../../contract/channel-settings.ts';
import type { PushMessage } from '../../contract/message.ts';
import { faultOfHttpStatus, retryAfterSeconds } from '../../rules/delivery-fate.ts';
import type { Accepted, Channel, Sending } from '../channel.ts';
import { type OpenSetting, openSetting } from '../channel-settings.ts';
import { DeliveryError } from '../delivery-error.ts';
import { callProvider, jsonOf, mustBeTaken } from './http.ts';

type Account = OpenSetting<PushSettings>;

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const PASS_SECONDS = 3_600;

/**
 * Firebase Cloud Messaging, HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send and
 * https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode; the pass as a service account gets it:
 * https://developers.google.com/identity/protocols/oauth2/service-account. It reports nothing: the app itself says that a message
 * arrived.
 */
export const pushChannel: Channel<PushMessage, Account> = {
  name: 'push',
  open: (services, db, tenantId) => openSetting(services, db, { tenantId, channel: 'push', schema: PushSettings }),
  send: async (sending, account, message) => {
    const answer = await sendOnce(sending, account, message, false);
    return accepted(answer.status === 401 ? await sendOnce(sending, account, message, true) : answer, sending.now());
  },
};

async function sendOnce(
  sending: Sending,
  account: Account,
  message: PushMessage,
  isRefused: boolean,
): Promise<Response> {
  const pass = await sending.pass(() => newPass(sending, account), isRefused);
  const { endpoint, projectId } = account.settings;
  const { to, title, text, image, jumpType, jumpTarget } = message;
  return callProvider(sending, new URL(`/v1/projects/${projectId}/messages:send`, endpoint).href, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${pass}` },
    body: JSON.stringify({
      message: {
        token: to,
        notification: { title, body: text, ...(image === '' ? {} : { image }) },
        data: { messageId: sending.deliveryId, jumpType: String(jumpType), jumpTarget },
        // an app shows what has the same tag once
        android: { notification: { tag: sending.deliveryId } },
        apns: { headers: { 'apns-collapse-id': sending.deliveryId } },
      },
    }),
  });
}

async function accepted(answer: Response, now: Date): Promise<Accepted> {
  const read = await jsonOf(answer);
  const fault = faultOfHttpStatus(answer.status);
  if (!fault) return { reply: `HTTP ${answer.status}`, providerId: String(read['name'] ?? '').slice(0, 200) };
  const word = errorCodeOf(read);
  const reply = `HTTP ${answer.status} ${word}`.trim();
  // the app was removed from the phone
  if (word === 'UNREGISTERED') throw new DeliveryError('no-receiver', reply);
  throw new DeliveryError(fault, reply, retryAfterSeconds(answer.headers.get('retry-after'), now));
}

/** One of the provider's own list; nothing else of what it says is kept. */
function errorCodeOf(answer: Readonly<Record<string, unknown>>): string {
  const { status, details } = (answer['error'] ?? {}) as { status?: unknown; details?: unknown };
  const listed = Array.isArray(details)
    ? details.map((one) => (one as { errorCode?: unknown } | null)?.errorCode).find((one) => typeof one === 'string')
    : undefined;
  const word = String(listed ?? status ?? '');
  return /^[A-Z_]{3,40}$/.test(word) ? word : '';
}

async function newPass(
  sending: Sending,
  { settings, secrets }: Account,
): Promise<{ readonly value: string; readonly seconds: number }> {
  if (!secrets.privateKey) throw new DeliveryError('not-configured');
  const { tokenEndpoint, clientEmail } = settings;
  const seconds = Math.floor(sending.now().getTime() / 1_000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenEndpoint, iat: seconds, exp: seconds + PASS_SECONDS };
  const answer = await callProvider(sending, tokenEndpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedClaims(claims, secrets.privateKey.reveal()),
    }).toString(),
  });
  mustBeTaken(answer, sending.now(), 'token');
  const { access_token: value, expires_in: lasts } = await jsonOf(answer);
  if (typeof value !== 'string' || value === '') throw new DeliveryError('refused', `HTTP ${answer.status} token`);
  return { value, seconds: typeof lasts === 'number' ? lasts : PASS_SECONDS };
}

function signedClaims(claims: object, privateKey: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  } catch {
    throw new DeliveryError('not-configured', 'no private key');
  }
}
