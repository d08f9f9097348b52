import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { WorldClock } from '../world/clock.ts';
import { answerJson, readBody } from '../world/local-http.ts';
import { type ChannelFaults, type ChannelName, createChannelFaults } from './channel-faults.ts';
import { createMessageReports, type MessageAccount, type MessageReports, type PostReport } from './message-reports.ts';
import type { Outbox, OutboxMessage } from './outbox.ts';

/** Where the demo tenants' smsConfig points; `?tenant=` says whose messages they are. */
export const SMS_PATH = '/sms/messages';
export const API_PATH = '/api/messages';
/** Where a webhook of the demo tenants points. */
export const EVENTS_PATH = '/api/events';

export interface MessageProviders {
  readonly outbox: Outbox;
  readonly faults: ChannelFaults;
  readonly reports: MessageReports;
  /** False: the address is none of theirs. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean>;
}

const PASS_SECONDS = 7_200;

/**
 * Providers of messages as tenants use them, each by its own public form: text messages (JSON with a bearer key), WeChat template
 * messages, Firebase Cloud Messaging (HTTP v1), and a program of a tenant that takes signed calls.
 */
export function createMessageProviders(
  outbox: Outbox,
  clock: WorldClock,
  options: { readonly delayMs?: number; readonly post?: PostReport } = {},
): MessageProviders {
  const faults = createChannelFaults();
  const reports = createMessageReports(clock, faults, options);
  const passes = new Map<string, number>();
  const newPass = (): string => {
    const pass = randomBytes(24).toString('base64url');
    passes.set(pass, clock.now().getTime() + PASS_SECONDS * 1_000);
    return pass;
  };
  const isGood = (channel: 'wechat' | 'push', pass: string): boolean => {
    if (faults.take(channel, 'endPass')) passes.clear();
    return (passes.get(pass) ?? 0) > clock.now().getTime();
  };
  const desk: Desk = { outbox, faults, reports, newPass, isGood };
  return {
    ...{ outbox, faults, reports },
    answer: async (request, response, url) => {
      const found = WINDOWS.find(([method, path]) => method === request.method && path.test(url.pathname));
      if (!found) return false;
      await found[2](desk, request, response, url);
      return true;
    },
  };
}

interface Desk {
  readonly outbox: Outbox;
  readonly faults: ChannelFaults;
  readonly reports: MessageReports;
  newPass(): string;
  isGood(channel: 'wechat' | 'push', pass: string): boolean;
}

type Window = (desk: Desk, request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

interface Taken {
  readonly channel: ChannelName;
  readonly account: string;
  readonly message: Omit<OutboxMessage, 'id' | 'at' | 'channel'>;
  /** The same twice is one message. */
  readonly key: string | undefined;
  /** As reports name it. */
  readonly reference: string;
}

/** Puts a message where its receiver sees it, and reports it; answers the way that was asked to go wrong, if any. */
async function take(
  { outbox, faults, reports }: Desk,
  response: ServerResponse,
  { channel, account, message, key, reference }: Taken,
  answer: () => void,
): Promise<void> {
  outbox.add({ channel, ...message }, key === undefined ? undefined : `${channel} ${key}`);
  reports.report(reports.account(channel, account), reference);
  if (faults.take(channel, 'hangUp')) {
    response.destroy();
    return;
  }
  const slow = faults.take(channel, 'slow');
  if (slow) await new Promise((done) => setTimeout(done, slow.seconds * 1_000));
  answer();
}

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');

const Sms = z.strictObject({
  to: z.string().regex(/^\+?\d{5,15}$/),
  text: z.string().min(1).max(1_000),
  from: z.string().max(40).default(''),
});

const sms: Window = async (desk, request, response, url) => {
  if (!/^Bearer \S+$/.test(headerOf(request, 'authorization')))
    return answerJson(response, 401, { error: 'a key is missing' });
  const parsed = Sms.safeParse(parse(await readBody(request)));
  if (!parsed.success) return answerJson(response, 400, { error: 'malformed' });
  const fault = desk.faults.take('sms', 'refuse', 'unknownReceiver', 'busy', 'rateLimit');
  if (fault?.kind === 'rateLimit')
    return answerJson(response, 429, { error: 'too many' }, { 'retry-after': String(fault.seconds) });
  if (fault) return answerJson(response, fault.kind === 'busy' ? 503 : 400, { error: fault.kind });
  const key = headerOf(request, 'idempotency-key') || undefined;
  await take(
    desk,
    response,
    {
      ...{ channel: 'sms', account: url.searchParams.get('tenant') ?? '', key, reference: key ?? '' },
      message: { subject: '', ...parsed.data },
    },
    () => answerJson(response, 202, { status: 'accepted' }),
  );
};

const wechatPass: Window = async (desk, _request, response, url) => {
  const { appid = '', secret = '', grant_type: grant } = Object.fromEntries(url.searchParams);
  if (grant !== 'client_credential' || appid === '')
    return answerJson(response, 200, { errcode: 40_013, errmsg: 'invalid appid' });
  if (secret === '') return answerJson(response, 200, { errcode: 40_125, errmsg: 'invalid appsecret' });
  answerJson(response, 200, { access_token: `${appid}.${desk.newPass()}`, expires_in: PASS_SECONDS });
};

const Template = z.object({
  touser: z.string().min(1),
  template_id: z.string(),
  url: z.string().optional(),
  miniprogram: z.object({ appid: z.string(), pagepath: z.string() }).optional(),
  client_msg_id: z.string().optional(),
  data: z.record(z.string(), z.object({ value: z.string() })),
});
/** As the provider numbers them. */
const WECHAT_ERRORS = { refuse: 40_037, unknownReceiver: 43_004, busy: -1, rateLimit: 45_009 } as const;

const wechat: Window = async (desk, request, response, url) => {
  const [appid = '', pass = ''] = (url.searchParams.get('access_token') ?? '').split('.');
  if (!desk.isGood('wechat', pass))
    return answerJson(response, 200, { errcode: 42_001, errmsg: 'access_token expired' });
  const parsed = Template.safeParse(parse(await readBody(request)));
  if (!parsed.success) return answerJson(response, 200, { errcode: 47_001, errmsg: 'data format error' });
  const fault = desk.faults.take('wechat', 'refuse', 'unknownReceiver', 'busy', 'rateLimit');
  if (fault) return answerJson(response, 200, { errcode: WECHAT_ERRORS[fault.kind], errmsg: fault.kind });
  const { touser, template_id: template, data, miniprogram, url: link = '', client_msg_id: key } = parsed.data;
  const reference = String(Number.parseInt(randomBytes(6).toString('hex'), 16));
  const rows = Object.entries(data).map(([name, { value }]) => `${name}: ${value}`);
  const opens = miniprogram ? `→ ${miniprogram.appid}/${miniprogram.pagepath}` : link;
  await take(
    desk,
    response,
    {
      ...{ channel: 'wechat', account: appid, key, reference },
      message: {
        to: touser,
        from: appid,
        subject: template,
        text: [...rows, opens].filter((one) => one !== '').join('\n'),
      },
    },
    () => answerJson(response, 200, { errcode: 0, errmsg: 'ok', msgid: Number(reference) }),
  );
};

const pushPass: Window = async (desk, request, response) => {
  const given = new URLSearchParams(await readBody(request));
  const [, claims = ''] = (given.get('assertion') ?? '').split('.');
  const read = parse(Buffer.from(claims, 'base64url').toString('utf8')) as { iss?: string; scope?: string } | undefined;
  if (given.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !read?.iss || !read.scope)
    return answerJson(response, 400, { error: 'invalid_grant' });
  answerJson(response, 200, { access_token: desk.newPass(), expires_in: PASS_SECONDS, token_type: 'Bearer' });
};

const Push = z.object({
  message: z.object({
    token: z.string().min(1),
    notification: z.object({ title: z.string(), body: z.string(), image: z.string().optional() }),
    data: z.record(z.string(), z.string()).default({}),
  }),
});
const PUSH_ERRORS = {
  refuse: [400, 'INVALID_ARGUMENT'],
  unknownReceiver: [404, 'UNREGISTERED'],
  busy: [503, 'UNAVAILABLE'],
  rateLimit: [429, 'QUOTA_EXCEEDED'],
} as const;

const push: Window = async (desk, request, response, url) => {
  const pass = /^Bearer (\S+)$/.exec(headerOf(request, 'authorization'))?.[1] ?? '';
  if (!desk.isGood('push', pass))
    return answerJson(response, 401, { error: { code: 401, status: 'UNAUTHENTICATED', details: [] } });
  const parsed = Push.safeParse(parse(await readBody(request)));
  if (!parsed.success) return answerJson(response, 400, { error: { code: 400, status: 'INVALID_ARGUMENT' } });
  const fault = desk.faults.take('push', 'refuse', 'unknownReceiver', 'busy', 'rateLimit');
  if (fault) {
    const [code, errorCode] = PUSH_ERRORS[fault.kind];
    const later: Record<string, string> = fault.kind === 'rateLimit' ? { 'retry-after': String(fault.seconds) } : {};
    const details = [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }];
    return answerJson(response, code, { error: { code, status: errorCode, details } }, later);
  }
  const project = /^\/v1\/projects\/([^/]+)\//.exec(url.pathname)?.[1] ?? '';
  const { token, notification, data } = parsed.data.message;
  const key = data['messageId'];
  const leads = data['jumpTarget'] ? `→ ${data['jumpTarget']}` : '';
  const text = [notification.body, notification.image ?? '', leads].filter((one) => one !== '').join('\n');
  await take(
    desk,
    response,
    {
      ...{ channel: 'push', account: project, key, reference: key ?? '' },
      message: { to: token, from: project, subject: notification.title, text },
    },
    () => answerJson(response, 200, { name: `projects/${project}/messages/${randomBytes(8).toString('hex')}` }),
  );
};

const Api = z.object({
  type: z.literal('message'),
  data: z.object({ to: z.string(), title: z.string(), text: z.string() }).loose(),
});

/** A call that the program of a tenant believes; of any other nothing is read. */
async function signedBy(
  { reports }: Desk,
  request: IncomingMessage,
  url: URL,
): Promise<{ account: MessageAccount; id: string; body: unknown } | undefined> {
  const account = reports.account('api', url.searchParams.get('tenant') ?? '');
  const body = await readBody(request);
  const [id = '', time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((one) =>
    headerOf(request, one),
  );
  const key = Buffer.from((account?.secret ?? '').replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  // one for each secret that is good now
  const isSigned = (given ?? '')
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  return account && isSigned ? { account, id, body: parse(body) } : undefined;
}

const api: Window = async (desk, request, response, url) => {
  const signed = await signedBy(desk, request, url);
  if (!signed) return answerJson(response, 401, { error: 'not signed' });
  const parsed = Api.safeParse(signed.body);
  if (!parsed.success) return answerJson(response, 400, { error: 'malformed' });
  const fault = desk.faults.take('api', 'refuse', 'unknownReceiver', 'busy', 'rateLimit');
  if (fault?.kind === 'rateLimit') return answerJson(response, 429, {}, { 'retry-after': String(fault.seconds) });
  if (fault) return answerJson(response, { refuse: 422, unknownReceiver: 410, busy: 503 }[fault.kind], {});
  const { to, title, text } = parsed.data.data;
  const { account, id } = signed;
  await take(
    desk,
    response,
    {
      ...{ channel: 'api', account: account.id, key: id, reference: id },
      message: { to, from: account.id, subject: title, text },
    },
    () => answerJson(response, 200, { taken: true }),
  );
};

const Told = z.object({ type: z.string().min(1).max(100), data: z.record(z.string(), z.json()) });

/** Facts that a tenant has told to its program by a webhook. */
const events: Window = async (desk, request, response, url) => {
  const signed = await signedBy(desk, request, url);
  if (!signed) return answerJson(response, 401, { error: 'not signed' });
  const parsed = Told.safeParse(signed.body);
  if (!parsed.success) return answerJson(response, 400, { error: 'malformed' });
  const { type, data } = parsed.data;
  const { account, id } = signed;
  const rows = Object.entries(data).map(([name, value]) => `${name}: ${value}`);
  desk.outbox.add(
    { channel: 'api', to: 'webhook', from: account.id, subject: type, text: rows.join('\n') },
    `webhook ${id}`,
  );
  answerJson(response, 200, { taken: true });
};

const WINDOWS: readonly (readonly [method: string, path: RegExp, window: Window])[] = [
  ['POST', /^\/sms\/messages$/, sms],
  ['GET', /^\/cgi-bin\/token$/, wechatPass],
  ['POST', /^\/cgi-bin\/message\/template\/send$/, wechat],
  ['POST', /^\/fcm\/token$/, pushPass],
  ['POST', /^\/v1\/projects\/[^/]+\/messages:send$/, push],
  ['POST', /^\/api\/messages$/, api],
  ['POST', /^\/api\/events$/, events],
];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
