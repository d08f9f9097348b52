import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { addDays, isDay } from '#ui/time/zoned.ts';
import { DUTY_CHANGES, DUTY_LIST, DUTY_PAGE } from '../contract/addresses.ts';
import { type DutyBlock, type DutyWeek, dutyEndpoints } from '../contract/duty-endpoints.ts';
import { DutyPicture } from './duty-picture.tsx';
import { HandoverNotes } from './handover-notes.tsx';
import { spotWords } from './spot-words.ts';
import './duty.css';

/** Who is on duty, this week and in others, and what the one who goes tells the one who comes. */
export default function DutyPage() {
  const { t } = useTranslation('duties');
  const [params, setParams] = useSearchParams();
  const asked = params.get('day') ?? '';
  const spotId = params.get('spotId') ?? '';
  const request = { ...(isDay(asked) ? { day: asked } : {}), ...(spotId === '' ? {} : { spotId }) };
  const queryKey = ['duties', 'week', request];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(dutyEndpoints.week, request, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'alarmDuty' || kind === 'alarmDutyChange',
    refresh: () => query.refetch(),
  });
  return (
    <div className="duty-page">
      <header className="duty-head">
        <h1 tabIndex={-1}>{t('week.title')}</h1>
        <div className="button-group">
          <ButtonLink to={DUTY_LIST} icon="calendar">
            {t('week.duties')}
          </ButtonLink>
          <ButtonLink to={DUTY_CHANGES}>{t('week.changes')}</ButtonLink>
        </div>
      </header>
      <p className="quiet duty-lead">{t('week.lead')}</p>
      <Loaded query={query} queryKey={queryKey} skeleton={<Skeleton height={480} />}>
        {(week) => (
          <div className="duty-layout">
            <Week
              week={week}
              spotId={spotId}
              onSpot={(id) =>
                setParams((before) => {
                  const next = new URLSearchParams(before);
                  if (id) next.set('spotId', id);
                  else next.delete('spotId');
                  return next;
                })
              }
            />
            <div className="duty-side">
              <Now blocks={week.now} />
              <HandoverNotes notes={week.notes} spotId={spotId} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Week({ week, spotId, onSpot }: { week: DutyWeek; spotId: string; onSpot: (id: string | undefined) => void }) {
  const { t } = useTranslation('duties');
  const format = useFormatTime();
  const to = (day: string | undefined): string => {
    const params = new URLSearchParams({ ...(day ? { day } : {}), ...(spotId === '' ? {} : { spotId }) });
    return params.size === 0 ? DUTY_PAGE : `${DUTY_PAGE}?${params.toString()}`;
  };
  const [first] = week.days;
  return (
    <Card
      title={t('week.of', { day: first ? format(first.from, 'day') : week.week })}
      extra={
        <>
          <Link to={to(addDays(week.week, -7))}>{t('week.before')}</Link>
          <Link to={to(undefined)}>{t('week.today')}</Link>
          <Link to={to(addDays(week.week, 7))}>{t('week.after')}</Link>
        </>
      }
    >
      <div className="duty-spot">
        <SpotSearch
          attributes={{}}
          placeholder={t('week.allSpots')}
          label={t('week.spot')}
          value={spotId}
          onChange={onSpot}
        />
      </div>
      <DutyPicture week={week} />
    </Card>
  );
}

function Now({ blocks }: { blocks: readonly DutyBlock[] }) {
  const { t } = useTranslation('duties');
  const language = useLanguage();
  const format = useFormatTime();
  return (
    <Card title={t('week.now')}>
      {blocks.length === 0 ? (
        <p className="quiet">{t('week.nobody')}</p>
      ) : (
        <ul className="duty-now">
          {blocks.map((block) => (
            <li key={`${block.userId} ${block.spotId} ${block.from} ${block.insteadOf}`}>
              <strong>{block.userName}</strong>
              <span>{spotWords(block, t, language)}</span>
              <span className="quiet">
                {t('week.until', { until: format(block.until) })}
                {block.insteadOf !== '' && `, ${t('week.insteadOf', { name: block.insteadOf })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
