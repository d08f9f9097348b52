import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

/** Facts about points that messages subscribe to. Aggregate: the customer. */
export const pointsEvents = {
  changed: eventType(
    'points.changed',
    z.object({ changeId: z.string(), customerId: z.string(), points: z.int(), balance: z.int() }),
  ),
};
