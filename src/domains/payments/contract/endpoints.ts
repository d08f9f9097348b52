import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, TenantId } from '#platform/http/contract/fields.ts';

export const paymentEndpoints = {
  /** The body is read as raw bytes: the signature covers exactly what was sent (security 9.2). */
  webhook: endpoint({
    method: 'POST',
    path: '/storefront/v1/webhooks/:provider/:tenantId',
    auth: 'open',
    openBecause: "a payment provider proves itself by the signature over the body with the tenant's webhook secret",
    request: z.strictObject({ provider: z.string().max(40), tenantId: TenantId }),
    response: Done,
    summary: 'Events of a payment provider; the signature is checked on the raw bytes',
    bodyLimit: 256 * 1024,
  }),
};
