import { CONFIG_CHANNELS } from '#domains/payments/contract/config-channels.ts';
import { PaidBy } from '#domains/pricing/contract/sale.ts';

/** By what an order was paid: the channel of its payment, or the way it was paid at a machine. */
export const ORDER_PAYMENT_CHANNELS = [...CONFIG_CHANNELS, 'sandbox', ...PaidBy.options] as const;
