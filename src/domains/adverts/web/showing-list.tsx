import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button, IconButton } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag, statusTags } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { Clip } from '../contract/clips.ts';
import { advertEndpoints, type Showing } from '../contract/endpoints.ts';
import { openAdvertDialog } from './asked.ts';
import { advertKeys } from './keys.ts';

const MOST = 100;
const stateTags = statusTags('adverts:state', { now: 'success', coming: 'info', past: 'neutral', off: 'warning' });

/** Where a clip is shown now or will be, each with its period. */
export function ShowingList({ clip }: { clip: Clip }) {
  const { t } = useTranslation('adverts');
  const query = useQuery({
    queryKey: advertKeys.of(clip.id),
    queryFn: ({ signal }) =>
      call(advertEndpoints.relationship, { clipId: clip.id, pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (
    <section aria-label={t('showing.list')}>
      <h3>{t('showing.list')}</h3>
      <Loaded query={query} skeleton={<Skeleton height={96} />}>
        {({ records, total }) =>
          records.length === 0 ? (
            <p className="quiet">
              {t('showing.none')}{' '}
              {clip.status === 1 && (
                <Allowed by={advertEndpoints.set}>
                  <Button kind="link" onClick={() => openAdvertDialog({ kind: 'set', clipIds: [clip.id] })}>
                    {t('set.action')}
                  </Button>
                </Allowed>
              )}
            </p>
          ) : (
            <>
              <ul className="showing-list">
                {records.map((showing) => (
                  <Line key={showing.id} showing={showing} />
                ))}
              </ul>
              {total > MOST && <p className="quiet">{t('showing.more', { count: total - MOST })}</p>}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Line({ showing }: { showing: Showing }) {
  const { t } = useTranslation('adverts');
  const queryClient = useQueryClient();
  const { id, placeName, cabinetId, startsAt, endsAt, state, clipName } = showing;
  const remove = async (): Promise<void> => {
    const yes = await confirm({
      title: t('showing.endTitle', { clip: clipName, place: placeName }),
      body: t(cabinetId === null ? 'showing.endBodySpot' : 'showing.endBody'),
      verb: t('showing.end'),
      danger: true,
    });
    if (!yes) return;
    const done = await call(advertEndpoints.deleteRelationship, { id }).then(
      () => true,
      () => false,
    );
    if (!done) return;
    toast.success(t('showing.ended', { place: placeName }));
    await queryClient.invalidateQueries({ queryKey: advertKeys.all });
  };
  return (
    <li>
      <span className="showing-place">
        <strong>{placeName}</strong>
        <small className="quiet">{t(cabinetId === null ? 'showing.atSpot' : 'showing.atCabinet')}</small>
      </span>
      <StatusTag of={stateTags} code={state} />
      <span className="showing-period quiet">
        {startsAt === null && endsAt === null && t('showing.always')}
        {startsAt !== null && (
          <span>
            {t('showing.from')} <Time at={startsAt} />
          </span>
        )}{' '}
        {endsAt !== null && (
          <span>
            {t('showing.to')} <Time at={endsAt} />
          </span>
        )}
      </span>
      <Allowed by={advertEndpoints.editRelationship}>
        <span className="button-group">
          <IconButton
            small
            icon="edit"
            label={t('showing.edit', { place: placeName })}
            onClick={() => openAdvertDialog({ kind: 'edit', showing })}
          />
          <IconButton
            small
            icon="trash"
            label={t('showing.endAt', { place: placeName })}
            onClick={() => void remove()}
          />
        </span>
      </Allowed>
    </li>
  );
}
