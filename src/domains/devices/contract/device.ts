import * as z from 'zod';
import { Instant } from '#platform/http/contract/fields.ts';

/** Why presence changed (practice 10.2). */
export const PRESENCE_REASONS = ['birth', 'contact', 'will', 'silence', 'goodbye', 'credential'] as const;
export type PresenceReason = (typeof PRESENCE_REASONS)[number];

export const PresenceChange = z.strictObject({
  online: z.boolean(),
  at: Instant,
  reason: z.enum(PRESENCE_REASONS),
});
export type PresenceChange = z.infer<typeof PresenceChange>;

/** An event as it was received: newest first in lists. */
export const DeviceEvent = z.strictObject({
  /** `session:seq`, unique for a device. */
  id: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.json()),
  deviceAt: Instant,
  receivedAt: Instant,
  /** Late or out of order: kept, but not applied. */
  ignored: z.boolean(),
  /** Ignored because another report has said the same before. */
  confirmed: z.boolean(),
  clockSkewed: z.boolean(),
});
export type DeviceEvent = z.infer<typeof DeviceEvent>;

/** Where and as whom a device connects; the password is shown once, in the answer that made it (security 10.1). */
export const MqttAccess = z.strictObject({
  name: z.string(),
  url: z.string(),
  tlsUrl: z.string().nullable(),
  username: z.string(),
  clientId: z.string(),
  /** `v1/{tenant}/{kind}/{imei}`. */
  topicPrefix: z.string(),
  password: z.string().optional(),
});
export type MqttAccess = z.infer<typeof MqttAccess>;
