import * as z from 'zod';
import { jobType } from '#platform/jobs/contract/job.ts';

export const paymentJobs = {
  /** Asks the provider to return money; the refund's id is the idempotency key, so repeating it is harmless. */
  returnMoney: jobType('payments.return-money', z.object({ refundId: z.string() }), 30),
  /** Books the refunds of one payment that were made at the provider's own console. */
  takeOverRefunds: jobType('payments.take-over-refunds', z.object({ paymentId: z.string() }), 30),
  /** Records what the bank of one payment's customer disputes, as the provider has it now. */
  takeOverDisputes: jobType('payments.take-over-disputes', z.object({ paymentId: z.string() }), 30),
  /** Reads the current state of one payment from the provider and records it; `whatever`: of one that has ended with us too. */
  refresh: jobType('payments.refresh', z.object({ paymentId: z.string(), whatever: z.boolean().optional() }), 30),
  /** Withdraws an intent that is not to be paid any more; `whatever`: one that has ended with us and still holds money. */
  cancel: jobType('payments.cancel', z.object({ paymentId: z.string(), whatever: z.boolean().optional() }), 30),
  /** Takes what is due of a hold; the rest is released. */
  capture: jobType('payments.capture', z.object({ paymentId: z.string() }), 30),
  /** Performs one provider event out of the inbox. */
  processEvent: jobType('payments.process-event', z.object({ provider: z.string(), eventId: z.string() }), 30),
};
