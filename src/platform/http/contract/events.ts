import * as z from 'zod';
import { eventType } from '#platform/events/contract/event.ts';

export const requestEvents = {
  /** One person was refused many times within five minutes; published once, however long it lasts (security 5.7). */
  deniedOften: eventType(
    'request.denied-often',
    z.object({ actorId: z.string(), actorName: z.string(), count: z.int() }),
  ),
};
