import { createHash } from 'node:crypto';
import { sameDigest } from '#platform/secrets/server/secrets.ts';
import { WechatSettings } from '../../contract/channel-settings.ts';
import type { DeliveryFault } from '../../contract/channels.ts';
import type { WechatMessage } from '../../contract/message.ts';
import { wechatData } from '../../rules/wechat-data.ts';
import type { Channel, Report, ReportRequest, Sending } from '../channel.ts';
import { type OpenSetting, openSetting } from '../channel-settings.ts';
import { DeliveryError } from '../delivery-error.ts';
import { callProvider, jsonOf, mustBeTaken } from './http.ts';

type Account = OpenSetting<WechatSettings>;

/** A pass that is wrong or has ended: a new one is asked for, once. */
const PASS_REFUSED: ReadonlySet<number> = new Set([40_001, 40_014, 42_001]);
/** Too often for now, or the provider is busy. */
const BUSY: ReadonlySet<number> = new Set([-1, 45_009, 45_011, 45_047]);
/** No such openid, or it does not follow the account any more. */
const NO_RECEIVER: ReadonlySet<number> = new Set([40_003, 43_004, 43_019]);

function faultOf(errcode: number): DeliveryFault | undefined {
  if (errcode === 0) return undefined;
  if (BUSY.has(errcode)) return 'busy';
  return NO_RECEIVER.has(errcode) ? 'no-receiver' : 'refused';
}

const errcodeOf = (answer: Readonly<Record<string, unknown>>): number =>
  typeof answer['errcode'] === 'number' ? answer['errcode'] : 0;

/**
 * Template messages of official accounts. Pass: https://developers.weixin.qq.com/doc/offiaccount/Basic_Information/Get_access_token.html,
 * messages and their reports: https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Template_Message_Interface.html
 */
export const wechatChannel: Channel<WechatMessage, Account> = {
  name: 'wechat',
  open: (services, db, tenantId) => openSetting(services, db, { tenantId, channel: 'wechat', schema: WechatSettings }),
  send: async (sending, account, message) => {
    let answer = await sendOnce(sending, account, message, false);
    if (PASS_REFUSED.has(errcodeOf(answer))) answer = await sendOnce(sending, account, message, true);
    const errcode = errcodeOf(answer);
    const fault = faultOf(errcode);
    if (fault) throw new DeliveryError(fault, `errcode ${errcode}`);
    const { msgid } = answer;
    return { reply: 'errcode 0', ...(msgid === undefined ? {} : { providerId: String(msgid).slice(0, 40) }) };
  },
  reports: (secret, request) => (isSigned(secret, request) ? readReport(request.body.toString('utf8')) : undefined),
  hello: (secret, request) => (isSigned(secret, request) ? request.query['echostr'] : undefined),
};

async function sendOnce(
  sending: Sending,
  account: Account,
  message: WechatMessage,
  isRefused: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const pass = await sending.pass(() => newPass(sending, account), isRefused);
  const { endpoint, templateId, miniAppId } = account.settings;
  const address = new URL('/cgi-bin/message/template/send', endpoint);
  address.searchParams.set('access_token', pass);
  const { jumpType, jumpTarget } = message;
  const answer = await callProvider(sending, address.href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      touser: message.to,
      template_id: message.template || templateId,
      ...(jumpType >= 3 ? { url: jumpTarget } : {}),
      ...(jumpType === 1 && miniAppId !== ''
        ? { miniprogram: { appid: miniAppId, pagepath: jumpTarget.replace(/^\//, '') } }
        : {}),
      data: wechatData(message),
      // the same number twice is one message
      client_msg_id: sending.deliveryId.replaceAll('-', ''),
    }),
  });
  mustBeTaken(answer, sending.now());
  return jsonOf(answer);
}

async function newPass(
  sending: Sending,
  { settings, secrets }: Account,
): Promise<{ readonly value: string; readonly seconds: number }> {
  if (!secrets.appSecret) throw new DeliveryError('not-configured');
  const address = new URL('/cgi-bin/token', settings.endpoint);
  address.searchParams.set('grant_type', 'client_credential');
  address.searchParams.set('appid', settings.appId);
  address.searchParams.set('secret', secrets.appSecret.reveal());
  const answer = await callProvider(sending, address.href, {});
  mustBeTaken(answer, sending.now(), 'token');
  const read = await jsonOf(answer);
  const { access_token: value, expires_in: seconds } = read;
  const errcode = errcodeOf(read);
  if (typeof value !== 'string' || value === '' || typeof seconds !== 'number')
    throw new DeliveryError(faultOf(errcode) ?? 'refused', `token: errcode ${errcode}`);
  return { value, seconds };
}

/** Sorted, joined and hashed: the provider's own way to sign, over its token, a time and a word (its "Access Overview"). */
function isSigned(secret: string, { query, now }: ReportRequest): boolean {
  const { signature = '', timestamp = '', nonce = '' } = query;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1_000 - Number(timestamp)) > 300) return false;
  const expected = createHash('sha1').update([secret, timestamp, nonce].toSorted().join('')).digest();
  return sameDigest(expected, Buffer.from(signature, 'hex'));
}

/** Two fields of a flat document, read by their names: no parser that knows entities touches it. */
function readReport(xml: string): readonly Report[] {
  const field = (name: string): string | undefined =>
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<\\]]{1,64})(?:\\]\\]>)?</${name}>`).exec(xml)?.[1];
  const providerId = field('MsgID') ?? field('MsgId');
  const status = field('Status');
  if (field('Event') !== 'TEMPLATESENDJOBFINISH' || !providerId || !status) return [];
  return [{ providerId, state: status === 'success' ? 'delivered' : 'failed' }];
}
