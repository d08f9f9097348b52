import * as z from 'zod';

export const CHANNELS = ['sms', 'email', 'wechat', 'push', 'api'] as const;
export type ChannelName = (typeof CHANNELS)[number];

const times = z.int().min(1).max(1_000).default(1);
const channel = z.enum(CHANNELS);

/** What can be asked to go wrong with messages; each is used up by the messages that it meets, `times` of them. */
export const ChannelFault = z.discriminatedUnion('kind', [
  /** The provider says no, for good. */
  z.strictObject({ kind: z.literal('refuse'), channel, times }),
  /** It knows no such phone, mailbox, openid or app. */
  z.strictObject({ kind: z.literal('unknownReceiver'), channel, times }),
  /** It is broken for now. */
  z.strictObject({ kind: z.literal('busy'), channel, times }),
  /** Too many: come back after so many seconds. */
  z.strictObject({ kind: z.literal('rateLimit'), channel, times, seconds: z.int().min(1).max(86_400).default(120) }),
  /** It takes the message, and its answer comes late. */
  z.strictObject({ kind: z.literal('slow'), channel, times, seconds: z.number().min(0.1).max(60).default(5) }),
  /** It takes the message, and hangs up instead of answering. */
  z.strictObject({ kind: z.literal('hangUp'), channel, times }),
  /** The pass that it gave is good no more. */
  z.strictObject({ kind: z.literal('endPass'), channel: z.enum(['wechat', 'push']), times }),
  /** Its report says that the message did not arrive. */
  z.strictObject({ kind: z.literal('bounce'), channel, times }),
  z.strictObject({ kind: z.literal('callbackTwice'), channel, times }),
  /** The report never comes. */
  z.strictObject({ kind: z.literal('callbackLost'), channel, times }),
  /** The first report carries a wrong signature; the next one is right. */
  z.strictObject({ kind: z.literal('callbackBadSignature'), channel, times }),
]);
export type ChannelFault = z.infer<typeof ChannelFault>;
export type ChannelFaultInput = z.input<typeof ChannelFault>;

export interface ChannelFaults {
  add(fault: ChannelFaultInput): void;
  list(): readonly ChannelFault[];
  clear(): void;
  /** The first of these kinds that waits for this channel; it is used up by one. */
  take<Kind extends ChannelFault['kind']>(
    channel: ChannelName,
    ...kinds: readonly Kind[]
  ): Extract<ChannelFault, { kind: Kind }> | undefined;
}

export function createChannelFaults(): ChannelFaults {
  let waiting: ChannelFault[] = [];
  return {
    add: (fault) => {
      waiting.push(ChannelFault.parse(fault));
    },
    list: () => waiting,
    clear: () => {
      waiting = [];
    },
    take: (name, ...kinds) => {
      const found = waiting.find((one) => one.channel === name && (kinds as readonly string[]).includes(one.kind));
      if (!found) return undefined;
      found.times -= 1;
      waiting = waiting.filter(({ times: left }) => left > 0);
      return found as never;
    },
  };
}
