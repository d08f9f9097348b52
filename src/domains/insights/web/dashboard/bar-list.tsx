import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly figure: ReactNode;
  /** Beside the figure, such as a share or a change. */
  readonly aside?: ReactNode;
  /** 0 to 1, of the longest bar. */
  readonly length: number;
  /** The rows that the figure counted. */
  readonly to?: string | undefined;
}

/** Names with figures and bars: a chart that is its own table. */
export function BarList({ label, rows }: { label: string; rows: readonly BarRow[] }) {
  return (
    <table className="bar-list" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <span className="bar-name" data-tip-cut="">
                {row.name}
              </span>
              <span className="bar" aria-hidden="true">
                <span style={{ inlineSize: `${Math.max(0, Math.min(1, row.length)) * 100}%` }} />
              </span>
            </th>
            <td className="end figures">{row.to ? <Link to={row.to}>{row.figure}</Link> : row.figure}</td>
            <td className="end figures quiet">{row.aside}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
