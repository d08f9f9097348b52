import type { ReactNode } from 'react';
import { Skeleton } from '../skeleton/skeleton.tsx';

export interface ListTotal {
  readonly key: string;
  readonly label: string;
  /** Undefined while it is awaited. */
  readonly value: ReactNode;
}

/** Sums over everything that the filters of a list match, for its foot: "Paid NOK 45,120.00 · Refunded NOK 312.00". */
export function ListTotals({ totals }: { totals: readonly ListTotal[] }) {
  return (
    <dl className="list-totals">
      {totals.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton width={72} height={12} />}</dd>
        </div>
      ))}
    </dl>
  );
}
