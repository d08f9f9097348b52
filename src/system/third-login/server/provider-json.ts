import type * as z from 'zod';
import { guardedFetch, type OutboundRequest } from '#platform/outbound/server/guarded-fetch.ts';
import { type AdapterServices, ProviderUnavailable } from './login-provider.ts';

/** One call of a provider's JSON interface: what is not of the documented form counts as no answer. */
export async function providerJson<Answer>(
  services: AdapterServices,
  url: URL,
  form: z.ZodType<Answer>,
  request: OutboundRequest = {},
): Promise<Answer> {
  try {
    const answer = await guardedFetch(services, url, request);
    if (answer.status >= 500) throw new Error(`status ${answer.status}`);
    return form.parse(await answer.json());
  } catch (error) {
    // The address carries codes and secrets in its query, so only host and path are named.
    throw new ProviderUnavailable(`no usable answer from ${url.host}${url.pathname}`, error);
  }
}
