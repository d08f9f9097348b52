import type { CSSProperties, ReactNode } from 'react';
import './description-list.css';

export interface Fact {
  key?: string;
  term: string;
  /** `null`, `undefined` and empty text show a dash; `false` leaves the fact out. */
  value: ReactNode;
  /** A sum or result among its parts. */
  strong?: boolean;
}

export interface DescriptionListProps {
  facts: readonly Fact[];
  /** At most 4 (platform.md 9); `1` puts term and value on one line. */
  columns?: 1 | 2 | 3 | 4;
}

export function DescriptionList({ facts, columns = 3 }: DescriptionListProps) {
  return (
    <dl
      className={columns === 1 ? 'facts facts-lines' : 'facts'}
      style={{ '--facts-columns': columns } as CSSProperties}
    >
      {facts.map(
        ({ key, term, value, strong }) =>
          value !== false && (
            <div key={key ?? term} className={strong ? 'facts-strong' : undefined}>
              <dt>{term}</dt>
              <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
