import { useEffect, useState } from 'react';
import { CallError, call } from '#platform/http/web/call.ts';
import { schedulingEndpoints } from '#system/scheduling/contract/endpoints.ts';

/** Platform.md 9: the preview waits 500 ms and shows ten runs. */
export const PREVIEW = { delayMs: 500, runs: 10 } as const;

export interface NextRunsState {
  /** Instants with the offset of the zone; the earlier ones while the next answer is awaited. */
  readonly runs: readonly string[] | undefined;
  readonly isAsking: boolean;
  /** The server's words for what is wrong with the expression, naming the field. */
  readonly refusal: string | undefined;
  readonly failed: boolean;
}

/** The next runs as the scheduler will perform them; a newer expression cancels the older question. */
export function useNextRuns(expression: string, timeZone: string): NextRunsState {
  const [state, setState] = useState<NextRunsState>({
    runs: undefined,
    isAsking: true,
    refusal: undefined,
    failed: false,
  });
  useEffect(() => {
    const stop = new AbortController();
    setState((now) => ({ ...now, isAsking: true }));
    const timer = setTimeout(() => {
      call(
        schedulingEndpoints.nextRuns,
        { expression, timeZone, count: PREVIEW.runs },
        { signal: stop.signal, notices: 'none' },
      ).then(
        ({ runs }) => setState({ runs, isAsking: false, refusal: undefined, failed: false }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          const refusal = error instanceof CallError && error.kind === 'refusal' ? error.message : undefined;
          setState({ runs: undefined, isAsking: false, refusal, failed: refusal === undefined });
        },
      );
    }, PREVIEW.delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [expression, timeZone]);
  return state;
}
