import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  appendSlice,
  type EndlessRows,
  isFull,
  noteNewest,
  nothingLoaded,
  type Slice,
  showFresh,
} from './endless-rows.ts';

export interface EndlessOptions<Row> {
  /** Names what is listed and its filters: another one begins anew. */
  scope: string;
  /** The slice after a place; without one the newest. */
  load: (before: string | undefined, signal: AbortSignal) => Promise<Slice<Row>>;
  idOf: (row: Row) => string;
}

export interface Endless<Row> {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** How many newer rows wait. */
  readonly fresh: number;
  /** More wait than were counted. */
  readonly hasGap: boolean;
  readonly isAtEnd: boolean;
  /** As much is kept as may be; the reader goes on from a later place. */
  readonly isFull: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** The next slice; may be called at every scroll. After a failure only `retry` goes on. */
  loadMore(): void;
  retry(): void;
  /** Looks for newer rows, silently. */
  look(): void;
  /** Puts the newer rows on top. */
  show(): void;
}

interface State<Row> {
  readonly scope: string;
  /** Raised with every beginning: late answers of an earlier one are dropped. */
  readonly turn: number;
  readonly loaded: EndlessRows<Row>;
  readonly error: unknown;
  readonly isLoading: boolean;
}

function begin<Row>(scope: string, turn: number): State<Row> {
  return { scope, turn, loaded: nothingLoaded(), error: undefined, isLoading: false };
}

/** Rows that are loaded by scrolling: one request at a time, cancelled when the reader goes elsewhere. */
export function useEndless<Row>({ scope, load, idOf }: EndlessOptions<Row>): Endless<Row> {
  const [kept, setState] = useState<State<Row>>(() => begin(scope, 0));
  let state = kept;
  if (kept.scope !== scope) {
    state = begin(scope, kept.turn + 1);
    setState(state);
  }
  const { turn, loaded } = state;
  const latest = useRef({ state, load, idOf });
  // before the effects of the table that is shown with it: the end that it sees there is the newest
  useLayoutEffect(() => {
    latest.current = { state, load, idOf };
  });
  const running = useRef<AbortController>(undefined);

  const ask = useCallback(async (): Promise<void> => {
    const { state: asked, load: loadSlice } = latest.current;
    const { next } = asked.loaded;
    if (running.current || next === null || isFull(asked.loaded)) return;
    const control = new AbortController();
    running.current = control;
    const change = (to: (now: State<Row>) => Partial<State<Row>>) =>
      setState((now) => (now.turn === asked.turn ? { ...now, ...to(now) } : now));
    change(() => ({ isLoading: true, error: undefined }));
    try {
      const slice = await loadSlice(next, control.signal);
      change((now) => ({ loaded: appendSlice(now.loaded, slice, next), isLoading: false }));
    } catch (error) {
      change(() => ({ isLoading: false, ...(control.signal.aborted ? {} : { error }) }));
    } finally {
      if (running.current === control) running.current = undefined;
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn begins with its first slice
  useEffect(() => {
    if (latest.current.state.loaded.next === undefined) void ask();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, [turn]);

  const look = useCallback(async (): Promise<void> => {
    const { state: asked, load: loadSlice, idOf: id } = latest.current;
    const slice = await loadSlice(undefined, new AbortController().signal).catch(() => undefined);
    if (!slice) return;
    setState((now) => {
      const noted = now.turn === asked.turn ? noteNewest(now.loaded, slice, id) : now.loaded;
      return noted === now.loaded ? now : { ...now, loaded: noted };
    });
  }, []);

  return {
    rows: loaded.next === undefined ? undefined : loaded.rows,
    fresh: loaded.fresh.length,
    hasGap: loaded.hasGap,
    isAtEnd: loaded.next === null,
    isFull: isFull(loaded),
    isLoading: state.isLoading,
    error: state.error,
    loadMore: () => {
      if (state.error === undefined) void ask();
    },
    retry: () => void ask(),
    look: () => void look(),
    show: () =>
      setState((now) =>
        now.loaded.hasGap ? begin(now.scope, now.turn + 1) : { ...now, loaded: showFresh(now.loaded) },
      ),
  };
}
