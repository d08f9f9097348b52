import type * as z from 'zod';

/** A fact of the past, written in the transaction of the change and delivered at least once. */
export interface EventType<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
}

export function eventType<Payload extends z.ZodType>(name: string, payload: Payload): EventType<Payload> {
  return { name, payload };
}
