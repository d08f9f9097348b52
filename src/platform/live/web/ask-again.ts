import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks anew for what news made old. A question that failed and is being repeated goes on: in a busy hour every piece of news
 * would begin its tries anew, and nobody would ever be told that they fail.
 */
export function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isRepeated = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .some(({ state }) => state.fetchFailureCount > 0);
  return queryClient.invalidateQueries({ queryKey }, { cancelRefetch: !isRepeated });
}
