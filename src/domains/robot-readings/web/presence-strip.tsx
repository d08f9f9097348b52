import { useTranslation } from 'react-i18next';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Time, useFormatTime } from '#ui/time/time.tsx';
import type { RobotReadings } from '../contract/readings.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** The newest are the ones that matter; the strip shows all. */
const MOST_ROWS = 6;

/** When it was there and when it was away as a strip, bare for what nobody knows, and below it each time that it was away. */
export function PresenceStrip({ readings }: { readings: RobotReadings }) {
  const { t } = useTranslation('robot-readings');
  const time = useFormatTime();
  const { from, outages, knownFrom } = readings;
  const begin = Date.parse(from);
  const end = Date.parse(readings.to);
  const place = (at: number): number => Math.max(0, Math.min(100, (100 * (at - begin)) / (end - begin)));
  const now = Math.min(end, Date.now());
  const rows = [...outages].reverse().slice(0, MOST_ROWS);
  return (
    <>
      <div className="presence-strip" role="img" aria-label={t('presence')}>
        {knownFrom !== null && (
          <i
            className="presence-on"
            style={{
              insetInlineStart: `${place(Date.parse(knownFrom))}%`,
              inlineSize: `max(2px, ${place(now) - place(Date.parse(knownFrom))}%)`,
            }}
          />
        )}
        {outages.map((outage) => {
          const start = place(Date.parse(outage.from));
          const stop = place(outage.to === null ? now : Date.parse(outage.to));
          return (
            <i
              key={outage.from}
              className="presence-off"
              style={{ insetInlineStart: `${start}%`, inlineSize: `max(2px, ${stop - start}%)` }}
            />
          );
        })}
      </div>
      <div className="presence-ends quiet figures">
        <Time at={from} zone="never" />
        <Time at={new Date(now).toISOString()} zone="never" />
      </div>
      {knownFrom !== null && Date.parse(knownFrom) > begin && (
        <p className="quiet">{t('unknownBefore', { time: time(knownFrom, 'minute') })}</p>
      )}
      {rows.length === 0 ? (
        <p className="quiet">{knownFrom === null ? '' : t('noOutage')}</p>
      ) : (
        <ScrollBox label={t('outages')}>
          <table className="plain-table">
            <caption className="hidden-text">{t('outages')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('from')}</th>
                <th scope="col">{t('to')}</th>
                <th scope="col" className="end">
                  {t('length')}
                </th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((outage) => (
                <tr key={outage.from}>
                  <td>
                    <Time at={outage.from} zone="never" />
                  </td>
                  <td>{outage.to === null ? t('stillAway') : <Time at={outage.to} zone="never" />}</td>
                  <td className="end figures">
                    <Length ms={(outage.to === null ? now : Date.parse(outage.to)) - Date.parse(outage.from)} />
                  </td>
                  <td>{t(`away.${outage.reason}`, { defaultValue: '' })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  );
}

function Length({ ms }: { ms: number }) {
  const { t, i18n } = useTranslation('robot-readings');
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  return minutes < 2 * HOUR_MINUTES
    ? t('minutes', { count: number.format(minutes) })
    : t('hours', { count: number.format(minutes / HOUR_MINUTES) });
}
