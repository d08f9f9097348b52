import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { CustomDays } from '../overview/custom-days.tsx';
import { DASHBOARD_PERIODS, type DashboardPeriod, type useDashboardChoice } from './choice.ts';
import './dashboard.css';

interface DashboardPageProps {
  title: string;
  /** Without it the page has no period: it is about now. */
  chosen?: ReturnType<typeof useDashboardChoice>;
  /** The periods that are offered; by default all, and any days. */
  periods?: readonly DashboardPeriod[];
  /** Days that may be chosen freely; 0 offers none. */
  mostDays?: number;
  /** When the oldest figures were answered; 0 before. */
  updatedAt: number;
  isPaused: boolean;
  onPause: (paused: boolean) => void;
  /** Files and other things at the end of the head. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, age of the figures, one period and spot for all that stands below; they are in the address. */
export function DashboardPage({ title, chosen, periods = DASHBOARD_PERIODS, mostDays, ...props }: DashboardPageProps) {
  const { t } = useTranslation(['dashboards', 'insights']);
  return (
    <div className="dashboard">
      <header className="dashboard-head">
        <h1 tabIndex={-1}>{title}</h1>
        <CopyLink />
        <div className="dashboard-tools">
          <LiveControl updatedAt={props.updatedAt} isPaused={props.isPaused} onPause={props.onPause} />
          {props.actions}
        </div>
      </header>
      {chosen && (
        <div className="dashboard-choice">
          {periods.length > 0 && (
            <Segmented
              label={t('insights:chart.period')}
              value={chosen.choice.period === 'custom' ? ('' as DashboardPeriod) : chosen.choice.period}
              options={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
              onChange={(period) => chosen.choose({ period })}
            />
          )}
          {mostDays !== 0 && (
            <CustomDays
              days={chosen.choice.period === 'custom' ? chosen.choice.days : undefined}
              maxDays={mostDays}
              onChoose={(days) => chosen.choose({ days })}
            />
          )}
          <div className="dashboard-spot">
            <SpotSearch
              label={t('spot')}
              placeholder={t('allSpots')}
              value={chosen.choice.spotId ?? ''}
              onChange={(spotId) => chosen.choose({ spotId: spotId ?? null })}
            />
          </div>
        </div>
      )}
      {props.children}
    </div>
  );
}
