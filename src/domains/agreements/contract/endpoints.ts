import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant, Text } from '#platform/http/contract/fields.ts';
import { AGREEMENT_TYPES, agreements } from './agreements.ts';

/** An agreement as clients show it: in the caller's language, as a page of ours or at its address. */
export const StorefrontAgreement = z.strictObject({
  id: z.string(),
  type: z.enum(AGREEMENT_TYPES),
  version: z.string(),
  updateInfo: z.string(),
  url: z.string(),
  content: z.string(),
  image: z.string(),
  publishedAt: Instant,
});

/** What one customer accepted, the newest first. */
export const Acceptance = z.strictObject({
  agreementId: z.string(),
  type: z.enum(AGREEMENT_TYPES),
  version: z.string(),
  acceptedAt: Instant,
});

export const agreementEndpoints = {
  acceptedBy: endpoint({
    method: 'GET',
    path: `${agreements.calls.base}/acceptedBy`,
    permission: agreements.permission('view'),
    effect: 'read',
    request: z.strictObject({ customerRef: Id }),
    response: z.array(Acceptance),
    summary: 'Which versions of the agreements a customer accepted, and when',
  }),
  agreements: endpoint({
    method: 'GET',
    path: '/storefront/v1/agreements',
    auth: 'storefront',
    permission: null,
    request: z.strictObject({}),
    response: z.array(StorefrontAgreement),
    summary: 'The latest published agreement of each type',
  }),
  acceptAgreement: endpoint({
    method: 'POST',
    path: '/storefront/v1/agreements/:id/accept',
    auth: 'storefront',
    permission: null,
    request: z.strictObject({ id: Id, customerId: Text(64, 1) }),
    response: Done,
    summary: 'A customer accepts a published agreement; repeating it changes nothing',
  }),
};
