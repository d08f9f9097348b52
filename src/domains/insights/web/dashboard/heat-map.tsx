import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';

export interface HeatRow {
  readonly key: string;
  readonly label: string;
  /** Null where nothing can be measured. */
  readonly values: readonly (number | null)[];
  /** The rows that the figure of a column counted. */
  readonly to?: (index: number) => string | undefined;
}

interface HeatMapProps {
  label: string;
  /** Heads of the columns. */
  columns: readonly string[];
  rows: readonly HeatRow[];
  rowHead: string;
  format: (value: number) => string;
}

/** A table whose cells say how much by their colour; its numbers are one press away, and always there for those who listen. */
export function HeatMap({ label, columns, rows, rowHead, format }: HeatMapProps) {
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  const most = Math.max(1e-9, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <figure className="heat">
      <ScrollBox label={label}>
        <table className={asTable ? 'heat-table heat-numbers' : 'heat-table'}>
          <thead>
            <tr>
              <th scope="col">{rowHead}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {row.values.map((value, index) => (
                  <td
                    key={columns[index]}
                    data-tip={`${row.label}, ${columns[index]}: ${value === null ? '–' : format(value)}`}
                    style={{ '--heat': value === null ? 0 : value / most } as React.CSSProperties}
                  >
                    <Figure to={row.to?.(index)} asTable={asTable}>
                      {value === null ? '–' : format(value)}
                    </Figure>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <figcaption className="heat-foot">
        <span className="heat-scale" aria-hidden="true">
          {format(0)} <i /> {format(most < 1e-6 ? 0 : most)}
        </span>
        <Button kind="quiet" small icon={asTable ? 'chart' : 'table'} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'chart.asDrawing' : 'chart.asTable')}
        </Button>
      </figcaption>
    </figure>
  );
}

interface FigureProps {
  to: string | undefined;
  asTable: boolean;
  children: string;
}

/** The whole cell opens its rows. Keys go through the numbers of the table, not through all cells of the map. */
function Figure({ to, asTable, children }: FigureProps) {
  if (!to) return <span>{children}</span>;
  return (
    <Link to={to} tabIndex={asTable ? undefined : -1}>
      <span>{children}</span>
    </Link>
  );
}
