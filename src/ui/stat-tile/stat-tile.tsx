import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../icon/icon.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import './stat-tile.css';

export interface StatTileProps {
  title: string;
  /** `undefined` while the first answer is on its way. */
  value: ReactNode | undefined;
  /** The list behind the figure. */
  to?: string;
  /** Present and earlier figure; the tile writes the change with arrow and sign. */
  comparison?: { now: number; before: number; label: string; lessIsBetter?: boolean };
  /** Said instead of a comparison, such as what "good" is. */
  note?: ReactNode;
  trend?: readonly number[];
}

export function StatTile({ title, value, to, comparison, note, trend }: StatTileProps) {
  return (
    <section className="stat-tile" aria-busy={value === undefined || undefined}>
      <h2>{to ? <Link to={to}>{title}</Link> : title}</h2>
      <div className="stat-value">{value === undefined ? <Skeleton width={96} height={28} /> : value}</div>
      {trend ? <Sparkline values={trend} /> : <span />}
      <div className="stat-note">
        {comparison && <Change {...comparison} />}
        {note}
      </div>
    </section>
  );
}

function Change({ now, before, label, lessIsBetter }: NonNullable<StatTileProps['comparison']>) {
  const { i18n } = useTranslation('ui');
  if (before === 0) return <span>{label}</span>;
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
