import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import { Card } from '#ui/card/card.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { PERIOD_KEYS, type Period, type RobotReadings } from '../contract/readings.ts';
import { PresenceStrip } from './presence-strip.tsx';
import { useReadings } from './use-readings.ts';
import './robot-readings.css';

const TENTHS = 10;
const MILLION = 1_000_000;
const HEIGHT = 132;

/** A robot over a day, a week or a month: was it there, what it made, how warm it was; each with its table. */
export default function RobotStrips({ robotId }: { robotId: string }) {
  const { t } = useTranslation('robot-readings');
  const [params, setParams] = useSearchParams();
  const period = PERIOD_KEYS.find((key) => key === params.get('period')) ?? 'day';
  const choose = (chosen: Period): void =>
    setParams(
      (before) => {
        if (chosen === 'day') before.delete('period');
        else before.set('period', chosen);
        return before;
      },
      { replace: true },
    );
  return (
    <Card
      title={t('presence')}
      extra={
        <Segmented
          label={t('period.label')}
          options={PERIOD_KEYS.map((value) => ({ value, label: t(`period.${value}`) }))}
          value={period}
          onChange={choose}
        />
      }
    >
      <Loaded query={useReadings(robotId, period)} skeleton={<Skeleton height={3 * HEIGHT} />}>
        {(readings) => <Strips readings={readings} period={period} />}
      </Loaded>
    </Card>
  );
}

function Strips({ readings, period }: { readings: RobotReadings; period: Period }) {
  const { t, i18n } = useTranslation('robot-readings');
  const time = useFormatTime();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(i18n.language);
  const points = readings.places.map(({ at }) => ({
    label: time(at, period === 'day' ? 'clock' : 'day'),
    title: time(at, period === 'month' ? 'day' : 'minute'),
  }));
  return (
    <div className="robot-strips">
      <dl className="robot-uptime">
        <div>
          <dt>{t('uptime')}</dt>
          <dd>{readings.uptime === null ? '–' : percent.format(readings.uptime / MILLION)}</dd>
        </div>
        {readings.uptimeOpen !== null && (
          <div>
            <dt>{t('uptimeOpen')}</dt>
            <dd>{percent.format(readings.uptimeOpen / MILLION)}</dd>
          </div>
        )}
      </dl>
      <PresenceStrip readings={readings} />
      <h3>{t('cups')}</h3>
      <Chart
        label={t('cupsMade')}
        pointLabel={t('time')}
        height={HEIGHT}
        points={points}
        series={[{ key: 'cups', label: t('cupsMade'), values: readings.places.map(({ cups }) => cups) }]}
        format={number.format}
        formatShort={number.format}
        empty={t('noCups')}
      />
      <Temperatures readings={readings} points={points} />
    </div>
  );
}

/** A chart for each part: a boiler and a fridge have no axis in common. */
function Temperatures({ readings, points }: { readings: RobotReadings; points: { label: string; title: string }[] }) {
  const { t, i18n } = useTranslation('robot-readings');
  const parts = [...new Set(readings.places.flatMap(({ temperatures }) => Object.keys(temperatures)))].sort();
  const degrees = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'celsius', maximumFractionDigits: 1 });
  return (
    <>
      <h3>{t('temperatures')}</h3>
      {parts.length === 0 && <p className="quiet">{t('noTemperatures')}</p>}
      <div className="robot-curves">
        {parts.map((part) => {
          const label = t(`said.${part}`, { defaultValue: part });
          const limit = readings.limits[part];
          return (
            <Chart
              key={part}
              label={saidOf(t('temperatures'), label, i18n.language)}
              pointLabel={t('time')}
              height={HEIGHT}
              shape="lines"
              points={points}
              series={[
                {
                  key: part,
                  label,
                  values: readings.places.map(({ temperatures }) =>
                    temperatures[part] === undefined ? null : temperatures[part] / TENTHS,
                  ),
                },
                ...(limit === undefined
                  ? []
                  : [{ key: 'limit', label: t('limit'), values: points.map(() => limit / TENTHS), isGhost: true }]),
              ]}
              format={degrees.format}
              formatShort={degrees.format}
              empty={t('noTemperatures')}
            />
          );
        })}
      </div>
    </>
  );
}
