import type { ConfigChannel } from '../contract/config-channels.ts';
import type { PaymentAdapter } from './payment-adapter.ts';
import { stripeAdapter } from './stripe/index.ts';

/** The channels that ask a provider; what costs nothing asks none (practice 1.3). */
const ADAPTERS: Readonly<Partial<Record<ConfigChannel, PaymentAdapter>>> = { stripe: stripeAdapter };

export const adapterOf = (channel: string): PaymentAdapter | undefined =>
  Object.hasOwn(ADAPTERS, channel) ? ADAPTERS[channel as ConfigChannel] : undefined;

export const PROVIDER_CHANNELS: readonly string[] = Object.keys(ADAPTERS);
