import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import type { AdapterContent } from './adapter-content.ts';
import { SecretText } from './secret-text.ts';

/** The keys of an account at Stripe: `sk_` or a restricted `rk_`, and the secret of the webhook that reports to us. */
export const STRIPE_CONTENT: AdapterContent = {
  schema: z.strictObject({
    publicKey: Text(300)
      .refine((value) => value === '' || /^pk_\w+$/.test(value), { message: 'fault.format' })
      .default(''),
    secretKey: SecretText(/^(sk|rk)_\w+$/, true),
    webhookSecret: SecretText(/^whsec_\S+$/, false).default(''),
  }) as unknown as AdapterContent['schema'],
  secrets: ['secretKey', 'webhookSecret'],
  webhookSecret: 'webhookSecret',
  blank: { publicKey: '', secretKey: '', webhookSecret: '' },
};
