import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { WorldClock } from '../world/clock.ts';
import { CHANNELS, type ChannelFaults, type ChannelName } from './channel-faults.ts';

/** Who sends here: by what the provider knows him, where he wants reports, and what signs them. */
export const MessageAccount = z.strictObject({
  channel: z.enum(CHANNELS),
  /** The tenant of text messages and of the API, the sender of mails, the app of WeChat, the project of app pushes. */
  id: z.string().min(1).max(254),
  reportUrl: z.url().optional(),
  secret: z.string().optional(),
});
export type MessageAccount = z.infer<typeof MessageAccount>;

export interface OutgoingReport {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Answers the status; 0 where nobody answered. */
export type PostReport = (report: OutgoingReport) => Promise<number>;

const post: PostReport = async ({ url, headers, body }) => {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
};

export interface MessageReports {
  account(channel: ChannelName, id: string): MessageAccount | undefined;
  addAccount(account: MessageAccount): void;
  /** Reports a message that was taken, a moment later; `reference` is what its sender knows it by. */
  report(account: MessageAccount | undefined, reference: string): void;
  /** When everything that is on its way has arrived. */
  idle(): Promise<void>;
}

const PAUSES_MS = [0, 1_000, 5_000];

/** Providers say a moment later what became of a message, each in its own form, and try again where nobody listens. */
export function createMessageReports(
  clock: WorldClock,
  faults: ChannelFaults,
  options: { readonly delayMs?: number; readonly post?: PostReport } = {},
): MessageReports {
  const accounts = new Map<string, MessageAccount>();
  const running = new Set<Promise<void>>();
  const send = options.post ?? post;

  async function deliver(account: MessageAccount, reference: string): Promise<void> {
    const { channel } = account;
    if (faults.take(channel, 'callbackLost')) return;
    const state = faults.take(channel, 'bounce') ? 'failed' : 'delivered';
    const copies = faults.take(channel, 'callbackTwice') ? 2 : 1;
    await wait(options.delayMs ?? 300);
    for (let copy = 0; copy < copies; copy++) {
      const isForged = faults.take(channel, 'callbackBadSignature') !== undefined;
      if (isForged) await send(reportOf(account, reference, state, { now: clock.now(), isForged }));
      for (const pause of PAUSES_MS) {
        await wait(pause);
        const status = await send(reportOf(account, reference, state, { now: clock.now(), isForged: false }));
        if (status >= 200 && status < 300) break;
      }
    }
  }

  return {
    account: (channel, id) => accounts.get(`${channel} ${id}`),
    addAccount: (account) => {
      accounts.set(`${account.channel} ${account.id}`, account);
    },
    report: (account, reference) => {
      if (!account?.reportUrl || !account.secret) return;
      const work = deliver(account, reference).finally(() => running.delete(work));
      running.add(work);
    },
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms).unref());

interface Signing {
  readonly now: Date;
  readonly isForged: boolean;
}

function reportOf(
  account: MessageAccount,
  reference: string,
  state: 'delivered' | 'failed',
  { now, isForged }: Signing,
): OutgoingReport {
  const seconds = Math.floor(now.getTime() / 1_000);
  const secret = isForged ? 'whsec_forged' : (account.secret ?? '');
  if (account.channel === 'wechat') return wechatReport(account, { reference, state, seconds, secret });
  const body = JSON.stringify({ events: [{ reference, state }] });
  const id = randomUUID();
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    url: account.reportUrl ?? '',
    headers: {
      'content-type': 'application/json',
      ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` },
    },
    body,
  };
}

/** The event of a template message as an official account gets it. */
function wechatReport(
  { id, reportUrl = '' }: MessageAccount,
  { reference, state, seconds, secret }: { reference: string; state: string; seconds: number; secret: string },
): OutgoingReport {
  const nonce = randomBytes(6).toString('hex');
  const signature = createHash('sha1')
    .update([secret, String(seconds), nonce].toSorted().join(''))
    .digest('hex');
  const url = new URL(reportUrl);
  for (const [name, value] of Object.entries({ signature, timestamp: String(seconds), nonce }))
    url.searchParams.set(name, value);
  const status = state === 'delivered' ? 'success' : 'failed:user block';
  const body = `<xml><ToUserName><![CDATA[${id}]]></ToUserName><CreateTime>${seconds}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[TEMPLATESENDJOBFINISH]]></Event><MsgID>${reference}</MsgID><Status><![CDATA[${status}]]></Status></xml>`;
  return { url: url.href, headers: { 'content-type': 'text/xml' }, body };
}
