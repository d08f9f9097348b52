import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { HealthCounts } from '#domains/robots/contract/robot.ts';
import { ROBOT_HEALTHS } from '#domains/robots/contract/robot-status.ts';
import { readChoice } from '#platform/http/contract/choice.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { robotKeys } from './robot-queries.ts';
import { watchEveryMs } from './watch-every.ts';

/** Numbers beside a list may be this much older than its rows, and those of a large fleet older. */
const EVERY_MS = 5_000;

type Asked = Readonly<Record<string, unknown>>;

/** Robots of each health, by the other filters of the list. */
export function askHealthCounts(filters: Asked, signal: AbortSignal): Promise<HealthCounts> {
  return call(robotEndpoints.healthCounts, filters as RequestInput<typeof robotEndpoints.healthCounts>, {
    signal,
    notices: 'none',
  });
}

interface HealthView {
  readonly key: string;
  readonly request?: { readonly health: string };
}

/**
 * How many robots each tab shows with the list's filters, `health` among them, which goes before the tab's own; none while they
 * are not known.
 */
export function useHealthViewCounts(
  views: readonly HealthView[],
  request: Asked,
  health: string | undefined,
): Readonly<Record<string, number>> | undefined {
  const { pageNo: _, pageSize: __, column: ___, order: ____, health: _____, ...filters } = request;
  const queryKey = [...robotKeys.all, 'view-counts', filters];
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => askHealthCounts(filters, signal),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot',
    refresh: () => askAgain(queryClient, queryKey),
    everyMs: Math.max(EVERY_MS, watchEveryMs(data && countOf(data, undefined))),
  });
  return data && Object.fromEntries(views.map((view) => [view.key, countOf(data, health ?? view.request?.health)]));
}

function countOf(counts: HealthCounts, asked: string | undefined): number {
  const { isNot, values } = asked === undefined ? { isNot: true, values: [] } : readChoice(asked);
  return ROBOT_HEALTHS.reduce((sum, health) => sum + (values.includes(health) === isNot ? 0 : counts[health]), 0);
}
