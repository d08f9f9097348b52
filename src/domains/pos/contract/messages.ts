import * as z from 'zod';
import { envelopeOf, Word } from '#domains/devices/contract/messages.ts';
import { POS_NETWORKS } from './pos.ts';

/** What terminals say, protocol `pos` version 1 (practice 10.1): whether they are there, and what became of a payment. */
export const PosStateData = z.object({
  online: z.boolean(),
  firmware: z.string().max(100).optional(),
  /** Whether it reaches the payment provider. */
  network: z.enum(POS_NETWORKS).optional(),
});

/** A heartbeat; what it measures is not kept. */
export const PosTelemetryData = z.object({});

export const POS_RESULTS = ['approved', 'declined', 'cancelled', 'timed_out'] as const;
/** What the customer saw. Whether money moved is asked of the provider alone. */
export const PosPaymentResult = z.object({
  kind: z.literal('payment.result'),
  orderNo: Word,
  result: z.enum(POS_RESULTS),
  code: Word.optional(),
});
export type PosPaymentResult = z.infer<typeof PosPaymentResult>;

export const PosStateMessage = envelopeOf(PosStateData);
export const PosTelemetryMessage = envelopeOf(PosTelemetryData);
export const PosEventMessage = envelopeOf(PosPaymentResult);
