import * as z from 'zod';

const times = z.int().min(1).max(10_000).default(1);
const seconds = (fallback: number) =>
  z
    .number()
    .min(0)
    .max(7 * 86_400)
    .default(fallback);
const slot = z.int().min(1).max(60);

/** Practice 18.1: what can be asked of a cabinet to go wrong (or right again), at once. */
const NOW = [
  z.strictObject({ kind: z.literal('pullPlug') }),
  z.strictObject({ kind: z.literal('plugIn') }),
  z.strictObject({
    kind: z.literal('dropConnection'),
    afterMs: z.int().min(0).max(60_000).default(500),
    overlap: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('clockSkew'),
    seconds: z
      .number()
      .min(-7 * 86_400)
      .max(7 * 86_400),
  }),
  /** Connected, but says nothing. */
  z.strictObject({ kind: z.literal('fallSilent'), seconds: seconds(300) }),
  /** A slot is broken, or sound again. */
  z.strictObject({ kind: z.literal('slotFault'), slot, on: z.boolean().default(true) }),
  /** Somebody takes a unit with force: nothing is said before the next full upload. */
  z.strictObject({ kind: z.literal('steal'), slot }),
  z.strictObject({ kind: z.literal('sendRubbish') }),
  z.strictObject({ kind: z.literal('clear') }),
] as const;

/** Wait for the thing that they spoil; used up after `times`. */
const WAITING = [
  /** Another unit than the one that was asked for comes out. */
  z.strictObject({ kind: z.literal('ejectWrong'), times }),
  /** It says that it ejected, or that it failed, and nothing comes out. */
  z.strictObject({ kind: z.literal('ejectNothing'), times }),
  /** It comes out after the server has given up. */
  z.strictObject({ kind: z.literal('ejectLate'), seconds: seconds(45), times }),
  /** The event of a return is lost: the next full upload shows the unit. */
  z.strictObject({ kind: z.literal('loseReturn'), times }),
  z.strictObject({ kind: z.literal('skipSequence'), messages: z.int().min(1).max(1000).default(1), times }),
  z.strictObject({ kind: z.literal('repeatSequence'), times }),
  z.strictObject({ kind: z.literal('reorderSequence'), times }),
  z.strictObject({ kind: z.literal('lateEvent'), seconds: seconds(3600), times }),
  z.strictObject({ kind: z.literal('refuseCommand'), times }),
  z.strictObject({ kind: z.literal('ignoreCommand'), times }),
  z.strictObject({ kind: z.literal('acceptWithoutResult'), times }),
  z.strictObject({ kind: z.literal('answerLate'), seconds: seconds(90), times }),
  z.strictObject({ kind: z.literal('answerTwice'), times }),
] as const;

export const CabinetFault = z.discriminatedUnion('kind', [...NOW, ...WAITING]);
export type CabinetFault = z.infer<typeof CabinetFault>;
export type CabinetFaultInput = z.input<typeof CabinetFault>;
const WaitingCabinetFault = z.discriminatedUnion('kind', WAITING);
export type WaitingCabinetFault = z.infer<typeof WaitingCabinetFault>;
export type ImmediateCabinetFault = Exclude<CabinetFault, WaitingCabinetFault>;
export const isWaiting = (fault: CabinetFault): fault is WaitingCabinetFault =>
  WAITING.some((schema) => schema.shape.kind.value === fault.kind);
