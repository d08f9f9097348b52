import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { WorldClock } from '../world/clock.ts';
import { CHANNELS, type ChannelName } from './channel-faults.ts';

/** A message that reached a phone, a mailbox, an account or a program of the simulated world. */
export interface OutboxMessage {
  readonly id: string;
  readonly at: string;
  readonly channel: ChannelName;
  readonly to: string;
  readonly from: string;
  /** Empty for text messages. */
  readonly subject: string;
  readonly text: string;
}

export const OutboxQuery = z.strictObject({
  channel: z.enum(CHANNELS).optional(),
  to: z.string().max(254).optional(),
  /** Only what came after this message: a test asks for the next one. */
  after: z.string().max(64).optional(),
});
export type OutboxQuery = z.infer<typeof OutboxQuery>;

export interface Outbox {
  /** `reference`: what the sender repeats with the same message; it is kept once. */
  add(message: Omit<OutboxMessage, 'id' | 'at'>, reference: string | undefined): void;
  /** Newest first. */
  list(query?: OutboxQuery): readonly OutboxMessage[];
}

const KEPT = 500;

/** The last messages, in memory only: they hold codes, which are worth nothing after a restart. */
export function createOutbox(clock: WorldClock): Outbox {
  const messages: (OutboxMessage & { readonly reference: string | undefined })[] = [];
  return {
    add: (message, reference) => {
      if (reference !== undefined && messages.some((one) => one.reference === reference)) return;
      messages.unshift({ ...message, id: randomUUID(), at: clock.now().toISOString(), reference });
      messages.length = Math.min(messages.length, KEPT);
    },
    list: ({ channel, to, after } = {}) => {
      const until = after === undefined ? -1 : messages.findIndex(({ id }) => id === after);
      return messages
        .slice(0, until < 0 ? undefined : until)
        .filter((one) => (channel === undefined || one.channel === channel) && (to === undefined || one.to === to))
        .map(({ reference: _kept, ...message }) => message);
    },
  };
}
