import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';

/** Days end and hours begin without a live update. */
const POLL_EVERY_MS = 60_000;

interface FiguresOptions<Answer> {
  /** Kinds of live message that change the figures. */
  readonly live: readonly string[];
  /** While those come, the figures are at most so old. */
  readonly everyMs?: number;
  readonly paused: boolean;
  readonly enabled?: boolean;
  readonly ask: (signal: AbortSignal) => Promise<Answer>;
}

/** Figures that keep themselves fresh, and stay in sight while others are asked for. */
export function useFigures<Answer>(
  queryKey: readonly unknown[],
  { live, everyMs = 30_000, paused, enabled = true, ask }: FiguresOptions<Answer>,
) {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: ({ kind }) => enabled && live.includes(kind),
    refresh: () => askAgain(queryClient, queryKey),
    everyMs,
    paused,
  });
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    enabled: enabled && !paused,
    refetchInterval: POLL_EVERY_MS,
  });
}

/** When the oldest of some answers came; 0 before the first. */
export function oldestOf(queries: readonly { readonly dataUpdatedAt: number }[]): number {
  const times = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0);
  return times.length === 0 ? 0 : Math.min(...times);
}
