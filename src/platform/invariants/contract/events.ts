import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

export const invariantEvents = {
  /** Work was stopped because data contradict each other; published once a day for each object (security 19.5). */
  broken: eventType('invariant.broken', z.object({ invariant: z.string(), object: z.string(), requestId: z.string() })),
};
