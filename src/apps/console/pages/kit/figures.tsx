import { useTranslation } from 'react-i18next';
import { Chart } from '#ui/chart/chart.tsx';
import { LoadingLine, Progress } from '#ui/progress/progress.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { FIRST_HOUR, failure, HOURS, HOURS_BEFORE } from './samples.ts';
import { State } from './state.tsx';

const HEIGHT = 180;

export function Charts() {
  const { t } = useTranslation('kit');
  const hour = (at: number) => String(at + FIRST_HOUR).padStart(2, '0');
  const shared = {
    label: t('chart.label'),
    pointLabel: t('chart.hour'),
    empty: t('chart.empty'),
    height: HEIGHT,
    points: HOURS.map((_, at) => ({ label: hour(at), title: `${hour(at)}:00` })),
    format: (value: number) => t('chart.cups', { count: value }),
    formatShort: String,
  };
  const today = { key: 'today', label: t('chart.today'), values: HOURS };
  const before = { key: 'before', label: t('chart.before'), values: HOURS_BEFORE, isGhost: true };
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          <Chart {...shared} series={[today, before]} />
        </div>
      </State>
      <State of="empty" wide>
        <div className="kit-fill">
          <Chart {...shared} series={[{ ...today, values: HOURS.map(() => 0) }]} />
        </div>
      </State>
    </>
  );
}

const PARTS = { info: 80, success: 100, warning: 24, danger: 4 } as const;

export function Bars() {
  const { t } = useTranslation('kit');
  return (
    <>
      <State of="normal" wide>
        <div className="kit-fill">
          {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
            <Progress key={tone} label={t(`tone.${tone}`)} tone={tone} value={PARTS[tone]} />
          ))}
        </div>
      </State>
      <State of="empty" wide>
        <div className="kit-fill">
          <Progress label={t('state.empty')} value={0} />
        </div>
      </State>
      <State of="loading" wide>
        <div className="kit-fill kit-line">
          <LoadingLine />
        </div>
      </State>
    </>
  );
}

export function Tiles() {
  const { t } = useTranslation('kit');
  const trend = { values: HOURS, ghost: HOURS_BEFORE };
  const title = t('chart.label');
  const source = { dataUpdatedAt: 0, refetch: () => undefined };
  const better = { now: 228, before: 190, label: t('chart.before') };
  return (
    <div className="kit-tiles">
      <StatTile title={title} value="228" to="/test/kit" comparison={better} trend={trend} />
      <StatTile title={title} value="12" comparison={{ ...better, now: 12, lessIsBetter: true }} isWarning />
      <StatTile title={title} value={undefined} note={t('word.sentence')} />
      <StatTile title={title} value={undefined} source={{ ...source, error: failure(500, t('word.failed')) }} />
      <StatTile title={t('word.long')} value="NOK 1,234,567.00" note={t('word.sentence')} />
    </div>
  );
}
