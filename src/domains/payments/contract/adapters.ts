import * as z from 'zod';
import type { AdapterContent } from './adapter-content.ts';
import { STRIPE_CONTENT } from './stripe-content.ts';

/** Nothing to set: what costs nothing needs no provider, and its setting gives it a name. */
const FREE_CONTENT: AdapterContent = {
  schema: z.strictObject({}) as unknown as AdapterContent['schema'],
  secrets: [],
  blank: {},
};

/** Each channel that a tenant can set up, with what its setting holds. */
export const ADAPTERS = { stripe: STRIPE_CONTENT, free: FREE_CONTENT } as const;
export const CONFIG_CHANNELS = Object.keys(ADAPTERS) as [ConfigChannel, ...ConfigChannel[]];
export type ConfigChannel = keyof typeof ADAPTERS;
