import { expect, test } from 'vitest';
import { ADAPTERS } from './adapters.ts';
import { CONFIG_CHANNELS } from './config-channels.ts';
import { paymentConfigs } from './payment-configs.ts';
import { SEES_PAYMENT_CONFIGS } from './permissions.ts';

test('what stands apart to be light says the same as the declarations', () => {
  expect(SEES_PAYMENT_CONFIGS.permission).toBe(paymentConfigs.endpoints.page.permission);
  expect(Object.keys(ADAPTERS)).toEqual([...CONFIG_CHANNELS]);
});
