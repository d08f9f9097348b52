import * as z from 'zod';
import type { AdapterContent } from './adapter-content.ts';
import type { ConfigChannel } from './config-channels.ts';
import { STRIPE_CONTENT } from './stripe-content.ts';

/** Nothing to set: what costs nothing needs no provider, and its setting gives it a name. */
const FREE_CONTENT: AdapterContent = {
  schema: z.strictObject({}) as unknown as AdapterContent['schema'],
  secrets: [],
  blank: {},
};

/** Each channel that a tenant can set up, with what its setting holds. */
export const ADAPTERS = { stripe: STRIPE_CONTENT, free: FREE_CONTENT } as const satisfies Record<
  ConfigChannel,
  AdapterContent
>;
