import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { shownMs } from '#ui/time/zoned.ts';
import { noisyAlarms } from '../contract/addresses.ts';
import { type AlarmNoise, alarmEndpoints } from '../contract/endpoints.ts';

const LOUD = 60;
const QUIET = 35;

/** Which types of alarm make noise rather than sense, and what to change about each; numbers open the alarms that they counted. */
export function NoiseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const query = useQuery({
    queryKey: ['alarms', 'noise'],
    queryFn: ({ signal }) => call(alarmEndpoints.noise, {}, { signal, notices: 'none' }),
  });
  return (
    <Dialog title={t('noise.title')} width={960} onClose={onClose}>
      <p>{t('noise.intro')}</p>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ since, types }) =>
          types.length === 0 ? (
            <p className="quiet">{t('noise.none')}</p>
          ) : (
            <ScrollBox label={t('noise.title')}>
              <table className="plain-table alarm-noise">
                <thead>
                  <tr>
                    <th scope="col">{t('noise.type')}</th>
                    <th scope="col">{t('noise.score')}</th>
                    {(['count', 'messages', 'short', 'answered'] as const).map((name) => (
                      <th key={name} scope="col" className="align-end">
                        {t(`noise.${name}`)}
                      </th>
                    ))}
                    <th scope="col">{t('noise.what')}</th>
                  </tr>
                </thead>
                <tbody>
                  {types.map((row) => (
                    <NoiseRow key={row.type} row={row} since={since} onClose={onClose} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface NoiseRowProps {
  row: AlarmNoise;
  since: string;
  onClose: () => void;
}

function NoiseRow({ row, since, onClose }: NoiseRowProps) {
  const { t } = useTranslation('alarms');
  const { timeZone } = useTenant();
  const { type, score, advice, loudest, loudestImei, ofLoudest } = row;
  const words = t('noise.loudest', { name: loudest, count: ofLoudest });
  const begin = new Date(shownMs(Date.parse(since), timeZone)).toISOString().slice(0, 16);
  return (
    <tr>
      <th scope="row">{t(`type.${type}`)}</th>
      <td>
        <span className="alarm-score">
          <Progress
            label={t('noise.score')}
            value={score}
            tone={score >= LOUD ? 'danger' : score >= QUIET ? 'warning' : 'success'}
          />
          {score}
        </span>
      </td>
      {(['count', 'messages', 'short', 'answered'] as const).map((name) => (
        <td key={name} className="figures align-end">
          <Link to={noisyAlarms(type, begin)} onClick={onClose}>
            {row[name]}
          </Link>
        </td>
      ))}
      <td>
        {t(`noise.advice.${advice}`)}{' '}
        {loudestImei === '' ? (
          <span className="quiet">{words}</span>
        ) : (
          <Link to={noisyAlarms(type, begin, loudestImei)} onClick={onClose}>
            {words}
          </Link>
        )}
      </td>
    </tr>
  );
}
