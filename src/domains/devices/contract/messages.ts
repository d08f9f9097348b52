import * as z from 'zod';
import { Instant } from '#platform/http/contract/fields.ts';

/**
 * What devices of every kind and the server say to each other, protocol version 1 (practice 10.1); what state, telemetry and
 * events hold is the kind's. The gateway checks with these schemas and `/api/device-protocol.json` is made from them. Unknown
 * fields are ignored, so a newer firmware may say more.
 */
export const PROTOCOL_VERSION = 1;
/** Bytes of one message (security 10.4). */
export const MESSAGE_LIMIT_BYTES = 65_536;

/** A code or a name that devices use among themselves. */
export const Word = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/);
const Short = (max: number) => z.string().min(1).max(max);

/** Names one connection of a device; a new one for every start or reconnect. `seq` begins again with each. */
export const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** Rises by one with every message of a session, whatever its topic. */
export const Sequence = z.int().min(0);

export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({
    v: z.literal(PROTOCOL_VERSION),
    /** The device's own id of the message. */
    id: Short(64),
    /** Device time. */
    ts: Instant,
    seq: Sequence,
    session: SessionId,
    data,
  });
}

/** The frame alone: separates a version that we do not speak from a malformed message. */
export const AnyEnvelope = z.object({
  v: z.int(),
  id: z.string(),
  ts: z.string(),
  seq: z.number(),
  session: z.string(),
  data: z.unknown(),
});

/** `config/reported`: which settings version the device runs with; said when told, and again within a report interval when somebody changes them at the device. */
export const ConfigReportedData = z.object({
  version: z.int().min(0),
  reportIntervalSeconds: z.int().min(5).max(86_400).optional(),
  reportType: z.enum(['on_change', 'scheduled']).optional(),
  /** Of menu and prices that it shows; left out by a device that shows none. */
  menuVersion: z.string().max(64).optional(),
  /** Settings that it was told and does not run with; `version` above stays the one that it runs with. */
  refused: z.object({ version: z.int().min(1), code: Word, text: z.string().max(200).optional() }).optional(),
});
export type ConfigReportedData = z.infer<typeof ConfigReportedData>;

/** `config/desired`, retained: what the device shall run with. */
export const ConfigDesired = z.object({
  v: z.literal(PROTOCOL_VERSION),
  version: z.int().min(1),
  reportIntervalSeconds: z.int().min(5).max(86_400),
  reportType: z.enum(['on_change', 'scheduled']),
  /** The broker to connect to from now on; left out: as before. A device that does not get there within ten minutes goes back. */
  url: z.string().max(500).optional(),
  /** Menu and prices to show: a device that shows them asks the storefront anew where this is not what it has. */
  menuVersion: z.string().max(64).optional(),
  /** The firmware to run: a device that can updates itself when nobody needs it, and says so in its next state. */
  firmware: z.string().max(40).optional(),
});
export type ConfigDesired = z.infer<typeof ConfigDesired>;

export const ConfigReportedMessage = envelopeOf(ConfigReportedData);
export type ConfigReportedMessage = z.infer<typeof ConfigReportedMessage>;

/** Answers of a device on `ack/{cmdId}`. A device that is asked again with an id it knows repeats its last answer. */
export const AckMessage = z.discriminatedUnion('stage', [
  z.object({ v: z.literal(PROTOCOL_VERSION), stage: z.literal('accepted'), ts: Instant }),
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    stage: z.literal('running'),
    ts: Instant,
    progress: z
      .object({ percent: z.int().min(0).max(100).optional(), text: z.string().max(200).optional() })
      .optional(),
  }),
  z.object({
    v: z.literal(PROTOCOL_VERSION),
    stage: z.literal('result'),
    ts: Instant,
    ok: z.boolean(),
    /** Such as `DONE`, `EXPIRED`, `REFUSED`, `BUSY`, `OUT_OF_MATERIAL`. */
    code: Word,
    text: z.string().max(500).optional(),
    data: z.record(z.string().max(64), z.json()).optional(),
  }),
]);
export type AckMessage = z.infer<typeof AckMessage>;
