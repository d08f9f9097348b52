import * as z from 'zod';

/** Practice 18.1: what can be asked of a robot to go wrong (or right again). */
const times = z.int().min(1).max(10_000).default(1);
const seconds = (fallback: number) =>
  z
    .number()
    .min(0)
    .max(7 * 86_400)
    .default(fallback);

/** Stages of a drink with their share of the production time, in order. */
export const DRINK_STAGES = ['cup', 'grind', 'brew', 'milk', 'handout'] as const;
export type DrinkStage = (typeof DRINK_STAGES)[number];

/** Take effect at once. */
const NOW = [
  /** Power is gone: no goodbye, production stops, whatever was in the machine is lost. */
  z.strictObject({ kind: z.literal('pullPlug') }),
  z.strictObject({ kind: z.literal('plugIn') }),
  /** The connection breaks without goodbye; production goes on and its events come late. */
  z.strictObject({ kind: z.literal('cutNetwork'), seconds: seconds(60) }),
  /** Breaks and is back inside two seconds; with `overlap` the new connection comes before the old one ends. */
  z.strictObject({
    kind: z.literal('dropConnection'),
    afterMs: z.int().min(0).max(60_000).default(500),
    overlap: z.boolean().default(false),
  }),
  /** Connected, but says nothing. */
  z.strictObject({ kind: z.literal('fallSilent'), seconds: seconds(300) }),
  z.strictObject({ kind: z.literal('emptyMaterial'), material: z.string().min(1).max(64) }),
  /** So much of a material is left, in its unit. */
  z.strictObject({
    kind: z.literal('lowMaterial'),
    material: z.string().min(1).max(64),
    level: z.int().min(0).max(10_000_000),
  }),
  /** Without `material`: everything. */
  z.strictObject({ kind: z.literal('refill'), material: z.string().min(1).max(64).optional() }),
  /** Production takes this many times as long; 1 is normal again. */
  z.strictObject({ kind: z.literal('slow'), factor: z.number().min(0.01).max(1000).default(3) }),
  /** The device's clock is off by this much; 0 is right again. */
  z.strictObject({
    kind: z.literal('clockSkew'),
    seconds: z
      .number()
      .min(-7 * 86_400)
      .max(7 * 86_400),
  }),
  /** The fridge no longer cools (or does again). */
  z.strictObject({ kind: z.literal('warmFridge'), on: z.boolean().default(true) }),
  /** Somebody opens the machine's door (or shuts it). */
  z.strictObject({ kind: z.literal('openDoor'), on: z.boolean().default(true) }),
  /** The payment terminal beside it cannot be reached (or can be again). */
  z.strictObject({ kind: z.literal('losePos'), on: z.boolean().default(true), pos: z.string().max(64).optional() }),
  /** What becomes of settings that it is told from now on: it takes them over, says no, or says nothing. */
  z.strictObject({ kind: z.literal('settings'), answer: z.enum(['take', 'refuse', 'ignore']).default('refuse') }),
  /** Somebody changes its settings at the device; it says so with its next report. */
  z.strictObject({
    kind: z.literal('changedByHand'),
    reportIntervalSeconds: z.int().min(5).max(86_400).optional(),
    reportType: z.enum(['on_change', 'scheduled']).optional(),
    menuVersion: z.string().max(64).optional(),
  }),
  /** Somebody takes what is in the outlets. */
  z.strictObject({ kind: z.literal('takeDrinks') }),
  /** Sends bytes that are no message. */
  z.strictObject({ kind: z.literal('sendRubbish') }),
  /** All waiting faults of the list below are forgotten, speed and clock are right again. */
  z.strictObject({ kind: z.literal('clear') }),
] as const;

/** Wait for the thing they spoil; used up after `times`. */
const WAITING = [
  z.strictObject({
    kind: z.literal('failDrink'),
    stage: z.enum(DRINK_STAGES).default('brew'),
    reason: z.string().max(200).optional(),
    times,
  }),
  /** Nobody takes the drink. */
  z.strictObject({ kind: z.literal('leaveDrink'), times }),
  z.strictObject({ kind: z.literal('skipSequence'), messages: z.int().min(1).max(1000).default(1), times }),
  z.strictObject({ kind: z.literal('repeatSequence'), times }),
  /** A message is overtaken by the next one. */
  z.strictObject({ kind: z.literal('reorderSequence'), times }),
  z.strictObject({ kind: z.literal('lateEvent'), seconds: seconds(3600), times }),
  z.strictObject({ kind: z.literal('refuseCommand'), times }),
  z.strictObject({ kind: z.literal('ignoreCommand'), times }),
  z.strictObject({ kind: z.literal('acceptWithoutResult'), times }),
  z.strictObject({ kind: z.literal('answerLate'), seconds: seconds(90), times }),
  z.strictObject({ kind: z.literal('answerTwice'), times }),
] as const;

export const ImmediateRobotFault = z.discriminatedUnion('kind', NOW);
export type ImmediateRobotFault = z.infer<typeof ImmediateRobotFault>;
const WaitingRobotFault = z.discriminatedUnion('kind', WAITING);
export type WaitingRobotFault = z.infer<typeof WaitingRobotFault>;
export const RobotFault = z.discriminatedUnion('kind', [...NOW, ...WAITING]);
export type RobotFault = z.infer<typeof RobotFault>;
export type RobotFaultInput = z.input<typeof RobotFault>;

/** Whether a fault waits for its moment, told by its kind. */
export function isWaiting(fault: RobotFault): fault is WaitingRobotFault {
  return WAITING.some((schema) => schema.shape.kind.value === fault.kind);
}

/** Faults that come by chance, drawn from the seed. */
export interface RobotFaultRates {
  /** Share of the drinks. */
  failDrink?: number;
  /** Share of the finished orders. */
  leaveDrink?: number;
  /** Mean number per day and robot. */
  dropConnectionsPerDay?: number;
  powerCutsPerDay?: number;
}
