import * as z from 'zod';
import { Instant } from '#platform/http/contract/fields.ts';
import { PROTOCOL_VERSION } from './messages.ts';

/** States of a command to any device (practice 11). */
export const COMMAND_STATES = [
  'queued',
  'sent',
  'accepted',
  'running',
  'succeeded',
  'failed',
  'timed_out',
  'expired',
  'cancelled',
] as const;
export const CommandState = z.enum(COMMAND_STATES);
export type CommandState = z.infer<typeof CommandState>;

/** What a command that the server took back answers with. A device that brings a result later is not believed. */
export const WITHDRAWN_CODE = 'WITHDRAWN';

/** The message on `cmd/{cmdId}`, of one command of a kind of device. */
export function commandMessage<Name extends string, Args extends z.ZodType>(name: Name, args: Args) {
  return z.object({
    v: z.literal(PROTOCOL_VERSION),
    cmd: z.literal(name),
    args,
    issuedAt: Instant,
    /** Seconds after `issuedAt` from which the device answers `EXPIRED` and moves nothing. */
    ttlS: z.int().min(1).max(604_800),
  });
}

/** A command as people see it. */
export const DeviceCommand = z.strictObject({
  id: z.string(),
  imei: z.string(),
  cmd: z.string(),
  args: z.record(z.string(), z.json()),
  state: CommandState,
  orderNo: z.string().nullable(),
  reason: z.string(),
  requestedByName: z.string(),
  issuedAt: Instant,
  ttlSeconds: z.int(),
  attempts: z.int(),
  sentAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  progress: z.strictObject({ percent: z.int().optional(), text: z.string().optional() }).nullable(),
  resultCode: z.string().nullable(),
  resultText: z.string().nullable(),
  resultData: z.json().nullable(),
  /** The result came after `timed_out`. */
  late: z.boolean(),
});
export type DeviceCommand = z.infer<typeof DeviceCommand>;
