import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../icon/icon.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { SparkArea, type SparkAreaProps } from './spark-area.tsx';
import { type TileSource, TileTrouble } from './tile-trouble.tsx';
import './stat-tile.css';

export interface StatTileProps {
  title: string;
  /** `undefined` while the first answer is on its way. A number is written as the language writes it. */
  value: ReactNode | undefined;
  /** The list behind the figure: exactly the rows that it counted. */
  to?: string | undefined;
  /** Present and earlier figure; the tile writes the change with arrow and sign. */
  comparison?: { now: number; before: number; label: string; lessIsBetter?: boolean } | undefined;
  /** Said instead of a comparison, such as what "good" is. */
  note?: ReactNode;
  /** Somebody should look: amber, with a sign. */
  isWarning?: boolean | undefined;
  /** A line over the hours of the day or the days of a period; its room is kept while nothing is known. */
  trend?: SparkAreaProps | undefined;
  /** The question that fills the tile; its failure is shown here and nowhere else. */
  source?: TileSource | undefined;
}

export function StatTile({ title, value, to, comparison, note, isWarning, trend, source }: StatTileProps) {
  const { i18n } = useTranslation('ui');
  const hasFailed = Boolean(source?.error);
  const shown = typeof value === 'number' ? new Intl.NumberFormat(i18n.language).format(value) : value;
  return (
    <section
      className={isWarning ? 'stat-tile stat-warning' : 'stat-tile'}
      aria-busy={(value === undefined && !hasFailed) || undefined}
    >
      <h2>
        {isWarning && <Icon name="warning" size={14} />}
        {to ? <Link to={to}>{title}</Link> : title}
      </h2>
      <div className="stat-value">{shown ?? (hasFailed ? '–' : <Skeleton width={96} height={24} />)}</div>
      <div className="stat-note">
        {source && hasFailed ? (
          <TileTrouble source={source} hasValue={value !== undefined} />
        ) : (
          <>
            {comparison && <Change {...comparison} />}
            {note}
          </>
        )}
      </div>
      {trend && (
        <div className="stat-trend">
          <SparkArea {...trend} />
        </div>
      )}
    </section>
  );
}

function Change({ now, before, label, lessIsBetter }: NonNullable<StatTileProps['comparison']>) {
  const { i18n } = useTranslation('ui');
  if (before === 0) return null;
  const change = (now - before) / before;
  const text = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
  const isBetter = change !== 0 && change > 0 !== (lessIsBetter ?? false);
  return (
    <>
      <span className={change === 0 ? 'stat-change' : `stat-change ${isBetter ? 'stat-better' : 'stat-worse'}`}>
        {change !== 0 && <Icon name={change > 0 ? 'arrowUp' : 'arrowDown'} size={12} />}
        {text}
      </span>
      <span>{label}</span>
    </>
  );
}
