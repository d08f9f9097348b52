import type { CallAddress, Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { callAt } from './call.ts';
import { queryClient } from './query-client.ts';

/** What a name is read from does not change by the second; a change made here is seen at once (see below). */
const FRESH_MS = 60_000;

/**
 * A detail read that many parts of a page may ask for (platform.md 7): askers at the same time share one call, and its
 * answer is kept for a minute. `slice` begins its key, so that the slice's own changes, which invalidate `[slice]`, make it
 * old. A failure is not kept; its asker shows it.
 */
export function cachedDetail<E extends Endpoint>(
  slice: string,
  endpoint: E | CallAddress,
  request: RequestInput<E>,
): Promise<ResponseOf<E>> {
  return queryClient.fetchQuery({
    queryKey: [slice, 'cached-detail', endpoint.path, request],
    staleTime: FRESH_MS,
    queryFn: () => callAt<E>(endpoint, request, { notices: 'none' }),
  });
}
