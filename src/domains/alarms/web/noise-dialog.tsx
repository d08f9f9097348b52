import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { alarmsOf } from '../contract/addresses.ts';
import { type AlarmNoise, alarmEndpoints } from '../contract/endpoints.ts';

const LOUD = 60;
const QUIET = 35;

/** Which types of alarm make noise rather than sense, and what to change about each. */
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
        {({ types }) =>
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
                    <NoiseRow key={row.type} row={row} onClose={onClose} />
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

function NoiseRow({ row, onClose }: { row: AlarmNoise; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const { type, score, advice, loudest, loudestImei, ofLoudest } = row;
  const words = t('noise.loudest', { name: loudest, count: ofLoudest });
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
          {row[name]}
        </td>
      ))}
      <td>
        {t(`noise.advice.${advice}`)}{' '}
        {loudestImei === '' ? (
          <span className="quiet">{words}</span>
        ) : (
          <Link to={alarmsOf(loudestImei)} onClick={onClose}>
            {words}
          </Link>
        )}
      </td>
    </tr>
  );
}
