import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, Text } from '#platform/http/contract/fields.ts';
import { deliveryRepairs, REPAIRS } from './delivery-repairs.ts';

/** One row of the evidence: what was seen, decided or done. */
export const RepairStep = z.strictObject({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  actor: z.string(),
  detail: z.record(z.string(), z.json()),
});
export type RepairStep = z.infer<typeof RepairStep>;

export const DeliveryFigures = z.strictObject({
  open: z.int(),
  waitsForPerson: z.int(),
  /** Found in the last 30 days. */
  found: z.int(),
  delivered: z.int(),
  refunded: z.int(),
});
export type DeliveryFigures = z.infer<typeof DeliveryFigures>;

const base = deliveryRepairs.calls.base;

export const deliveryWatchEndpoints = {
  figures: endpoint({
    method: 'GET',
    permission: 'order:view',
    path: `${base}/figures`,
    request: z.strictObject({}),
    response: DeliveryFigures,
    summary: 'How many paid orders are not delivered now, and what became of those of the last 30 days',
  }),
  evidence: endpoint({
    method: 'GET',
    permission: 'order:view',
    path: `${base}/evidence`,
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ steps: z.array(RepairStep) }),
    summary: 'What was seen of an order that was not delivered, what was decided and why, and what came of it',
  }),
  repair: endpoint({
    method: 'POST',
    permission: 'order:refund',
    path: `${base}/repair`,
    request: z.strictObject({ id: Id, how: z.enum(REPAIRS), reason: Text(200, 1) }),
    response: z.strictObject({ id: z.string(), state: z.string() }),
    summary: 'Repair an order that waits: make its missing drinks again, or pay them back',
  }),
};
