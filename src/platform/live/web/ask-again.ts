import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Questions under way that are old already: they are asked once more when they are answered. */
const isOld = new WeakSet<Query>();

/**
 * Asks anew for what a live update made old. A question that is under way goes on and is asked once more after its
 * answer, however many updates come in between: on a slow line, if each update began it anew, no answer would ever be
 * shown. One that has failed waits for the next update, so that the failure is shown.
 */
export async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, type: 'active', fetchStatus: 'fetching' });
  const late = underWay.filter((query) => !isOld.has(query));
  for (const query of late) isOld.add(query);
  await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (late.length === 0) return;
  for (const query of late) isOld.delete(query);
  const answered = late.filter((query) => query.state.status !== 'error');
  await queryClient.invalidateQueries({ predicate: (query) => answered.includes(query) }, { cancelRefetch: false });
}
