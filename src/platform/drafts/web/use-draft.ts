import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../rules/draft.ts';
import { dropDraft, keepDraft, readDraft } from './draft-store.ts';

/** Typing is not interrupted by storage; a page that is left in between writes at once. */
const KEEP_AFTER_MS = 300;

type Typed = Pick<Draft, 'values' | 'base'>;

export interface DraftHandle {
  /** What an earlier, unfinished opening of this form left. */
  readonly found: Draft | undefined;
  /** Call it with each change; it is written shortly after. */
  keep(typed: Typed): void;
  /** After saving, discarding, or typing everything back. */
  drop(): void;
}

/**
 * The draft of one form: 24 h, in session storage, per tenant, user and form (ux-guide 5). `formCode` names form and record,
 * such as `orders.refund:2027…`; undefined keeps nothing. Never for passwords, keys or payment credentials.
 */
export function useDraft(formCode: string | undefined, title = ''): DraftHandle {
  const [found] = useState(() => (formCode === undefined ? undefined : readDraft(formCode)));
  const waiting = useRef<{ typed: Typed; timer: ReturnType<typeof setTimeout> }>(undefined);
  const latestTitle = useRef(title);
  useEffect(() => {
    latestTitle.current = title;
  }, [title]);

  const write = useCallback(() => {
    const due = waiting.current;
    if (!due || formCode === undefined) return;
    clearTimeout(due.timer);
    waiting.current = undefined;
    const address = location.pathname + location.search;
    keepDraft(formCode, { ...due.typed, title: latestTitle.current, address });
  }, [formCode]);

  useEffect(() => {
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  return useMemo(
    () => ({
      found,
      keep: (typed) => {
        clearTimeout(waiting.current?.timer);
        waiting.current = { typed, timer: setTimeout(write, KEEP_AFTER_MS) };
      },
      drop: () => {
        clearTimeout(waiting.current?.timer);
        waiting.current = undefined;
        if (formCode !== undefined) dropDraft(formCode);
      },
    }),
    [found, formCode, write],
  );
}
