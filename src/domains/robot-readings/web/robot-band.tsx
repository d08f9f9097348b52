import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { Time } from '#ui/time/time.tsx';
import { useReadings } from './use-readings.ts';
import './robot-readings.css';

const SAYS = {
  selling: 'selling',
  warning: 'partly',
  maintenance: 'maintenance',
  notConnected: 'waiting',
  offline: 'notSelling',
  fault: 'notSelling',
  soldOut: 'notSelling',
} as const;
const TONES = {
  selling: 'good',
  warning: 'low',
  maintenance: 'quiet',
  notConnected: 'quiet',
  offline: 'bad',
  fault: 'bad',
  soldOut: 'bad',
} as const;

/** In one line: does it sell, why not and since when, how much today, and when last. `why` is the reason in words. */
export default function RobotBand({ robot, why }: { robot: RobotDetail; why: ReactNode }) {
  const { t } = useTranslation('robot-readings');
  const { data } = useReadings(robot.id);
  const { health } = robot;
  const since = health === 'offline' || health === 'soldOut' ? data?.notSellingSince : null;
  const reason = health === 'offline' ? t('band.offline') : health === 'selling' ? '' : why;
  return (
    <section className={`robot-band robot-band-${TONES[health]}`} aria-label={t(`band.${SAYS[health]}`)}>
      <strong>{t(`band.${SAYS[health]}`)}</strong>
      {reason && <span>{reason}</span>}
      {since && (
        <span>
          {t('band.since')} <Time at={since} />
        </span>
      )}
      {data && health !== 'notConnected' && (
        <span className="robot-band-figures">
          <span>{t('band.cups', { count: data.cupsToday })}</span>
          <span>
            {data.lastCupAt ? (
              <>
                {t('band.lastCup')} <Time at={data.lastCupAt} relative />
              </>
            ) : (
              t('band.noCup')
            )}
          </span>
        </span>
      )}
    </section>
  );
}
