import { createContext, type ReactNode, use } from 'react';
import type { RecordColumn } from '../record-table/column.tsx';
import { SortHandle, SortStatus } from './sort-handle.tsx';
import { type Sortable, useSortable } from './use-sortable.ts';

interface Order {
  readonly sortable: Sortable;
  readonly places: ReadonlyMap<string, number>;
}

const OrderContext = createContext<Order | undefined>(undefined);

export interface SortableRowsProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** A row in words. */
  nameOf: (row: Row) => string;
  onMove: (from: number, to: number) => void;
  /** The table, with an `orderColumn` among its columns; all of its rows are there, at most 100. */
  children: ReactNode;
}

/** The rows of a table are put in order by their reader. */
export function SortableRows<Row>({ rows, idOf, nameOf, onMove, children }: SortableRowsProps<Row>) {
  const sortable = useSortable({
    count: rows.length,
    nameOf: (place) => {
      const row = rows[place];
      return row === undefined ? '' : nameOf(row);
    },
    onMove,
  });
  const places = new Map(rows.map((row, place) => [idOf(row), place]));
  return (
    <OrderContext value={{ sortable, places }}>
      {children}
      <SortStatus sortable={sortable} />
    </OrderContext>
  );
}

/** The column of the handles, named by the slice's `field.order`. */
export function orderColumn<Row>(idOf: (row: Row) => string): RecordColumn<Row> {
  return {
    key: 'order',
    width: 72,
    align: 'start',
    // at the head of a phone's card: as a fact it would be the only one
    card: 'status',
    whole: true,
    cell: (row) => <RowHandle id={idOf(row)} />,
    value: () => undefined,
  };
}

function RowHandle({ id }: { id: string }) {
  const order = use(OrderContext);
  const place = order?.places.get(id);
  return order && place !== undefined && <SortHandle sortable={order.sortable} place={place} />;
}
