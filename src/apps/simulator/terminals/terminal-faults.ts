import * as z from 'zod';

const times = z.int().min(1).max(10_000).default(1);

/** What can be asked of a payment terminal to go wrong (or right again), at once. */
const NOW = [
  z.strictObject({ kind: z.literal('pullPlug') }),
  z.strictObject({ kind: z.literal('plugIn') }),
  z.strictObject({
    kind: z.literal('dropConnection'),
    afterMs: z.int().min(0).max(60_000).default(500),
    overlap: z.boolean().default(false),
  }),
  /** It hears the broker, but does not reach the payment provider. */
  z.strictObject({ kind: z.literal('losePaymentNetwork'), on: z.boolean().default(true) }),
  z.strictObject({ kind: z.literal('sendRubbish') }),
  z.strictObject({ kind: z.literal('clear') }),
] as const;

/** Wait for the next customer, or the next message; used up after `times`. */
const WAITING = [
  /** The bank says no to the card. */
  z.strictObject({ kind: z.literal('declineCard'), times }),
  /** Nobody holds a card to it. */
  z.strictObject({ kind: z.literal('noCard'), times }),
  z.strictObject({ kind: z.literal('skipSequence'), messages: z.int().min(1).max(1000).default(1), times }),
  z.strictObject({ kind: z.literal('repeatSequence'), times }),
  z.strictObject({ kind: z.literal('reorderSequence'), times }),
  z.strictObject({ kind: z.literal('lateEvent'), seconds: z.number().min(0).max(86_400).default(3600), times }),
] as const;

export const TerminalFault = z.discriminatedUnion('kind', [...NOW, ...WAITING]);
export type TerminalFault = z.infer<typeof TerminalFault>;
export type TerminalFaultInput = z.input<typeof TerminalFault>;
const WaitingTerminalFault = z.discriminatedUnion('kind', WAITING);
export type WaitingTerminalFault = z.infer<typeof WaitingTerminalFault>;
export const isWaiting = (fault: TerminalFault): fault is WaitingTerminalFault =>
  WAITING.some((schema) => schema.shape.kind.value === fault.kind);
