import { useState } from 'react';
import { adoptRows, type HeldRows, holdRows, patchRow, showRows } from './hold-rows.ts';

export interface HeldRowsHandle<Row> extends HeldRows<Row> {
  /** Takes over the newest answer as it is. */
  show(): void;
  /** Changed fields of one record; answers whether it is on screen. */
  patch(id: string, fields: Readonly<Record<string, unknown>>, idOf?: (row: Row) => string): boolean;
}

interface State<Row> {
  view: string;
  answer: readonly Row[] | undefined;
  held: HeldRows<Row>;
}

/**
 * Keeps rows in place while the same view (`view` names filters, sort and page) is fetched again.
 * `holds: false` takes every answer over at once, for lists that nothing changes behind the reader's back.
 */
export function useHeldRows<Row extends object>(
  answer: readonly Row[] | undefined,
  { view, idOf, holds }: { view: string; idOf: (row: Row) => string; holds: boolean },
): HeldRowsHandle<Row> {
  const [state, setState] = useState<State<Row>>(() => ({ view, answer, held: adoptRows(answer ?? []) }));
  let { held } = state;
  if (state.answer !== answer || state.view !== view) {
    held = holds && state.view === view ? holdRows(held.rows, answer ?? [], idOf) : adoptRows(answer ?? []);
    setState({ view, answer, held });
  }
  return {
    ...held,
    // the answer that the reader sees counted: while a change of a row is on its way the state may begin at an older one
    show: () => setState(({ held: now }) => ({ view, answer, held: showRows(now.rows, answer ?? [], idOf) })),
    patch: (id, fields, by = idOf) => {
      setState((now) => {
        const rows = patchRow(now.held.rows, by, id, fields);
        return rows === now.held.rows ? now : { ...now, held: { ...now.held, rows } };
      });
      return held.rows.some((row) => by(row) === id);
    },
  };
}
