import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { Button } from '../button/button.tsx';
import { type ChartData, isEmpty } from './chart-data.ts';
import './chart.css';

/** d3's scales and shapes come with the first chart that is drawn (decision 39). */
const Plot = lazyAgain(() => import('./plot.tsx'));

export interface ChartProps extends ChartData {
  /** What is drawn, in words. */
  label: string;
  height?: number;
  /** Head of the first column of the table. */
  pointLabel: string;
  /** Said over the drawing where nothing was measured. */
  empty: ReactNode;
}

/** A drawing with axis, card and legend, and the same figures as a table for users who prefer or need it. */
export function Chart({ label, height = 240, pointLabel, empty, ...data }: ChartProps) {
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="chart">
      {asTable ? (
        <ChartTable {...data} label={label} pointLabel={pointLabel} height={height} />
      ) : (
        <div className="chart-plot" style={{ blockSize: height }}>
          <Suspense>
            <Plot {...data} label={label} height={height} />
          </Suspense>
          {isEmpty(data) && <p className="chart-empty">{empty}</p>}
        </div>
      )}
      <figcaption className="chart-foot">
        <ul className="chart-legend">
          {data.series.map((one, index) => (
            <li key={one.key}>
              <i className={one.isGhost ? 'swatch swatch-ghost' : `swatch swatch-${index + 1}`} />
              {one.label}
            </li>
          ))}
        </ul>
        <Button kind="quiet" small icon={asTable ? 'chart' : 'table'} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'chart.asDrawing' : 'chart.asTable')}
        </Button>
      </figcaption>
    </figure>
  );
}

function ChartTable({
  points,
  series,
  format,
  label,
  pointLabel,
  height,
}: ChartData & { label: string; pointLabel: string; height: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className="chart-table" tabIndex={0} aria-label={label} style={{ blockSize: height }}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{pointLabel}</th>
            {series.map((one) => (
              <th key={one.key} scope="col" className="end">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={index}>
              <th scope="row">{point.title}</th>
              {series.map((one) => (
                <td key={one.key} className="end">
                  <Figure
                    value={one.values[index] ?? null}
                    format={format}
                    to={one.isGhost ? undefined : one.to ? one.to[index] : point.to}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FigureProps {
  value: number | null;
  format: ChartData['format'];
  to: string | undefined;
}

function Figure({ value, format, to }: FigureProps) {
  if (value === null) return '–';
  return to ? <Link to={to}>{format(value)}</Link> : format(value);
}
