import * as z from 'zod';
import { Conflict, Fault } from './envelope.ts';

/** What every refusal looks like (product.md 3). */
export const Refusal = z.strictObject({
  success: z.literal(false),
  code: z.string().regex(/^[45]\d\d$/),
  message: z.string(),
  result: z.null(),
  timestamp: z.int(),
  problem: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  requestId: z.string(),
  faults: z.array(Fault).optional(),
  conflict: Conflict.optional(),
});
