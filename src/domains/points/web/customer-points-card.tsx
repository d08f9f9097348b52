import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { POINTS_LOG } from '../contract/addresses.ts';
import { type CustomerPoints, pointsEndpoints } from '../contract/endpoints.ts';
import { pointsLog } from '../contract/points-log.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { ChangeReason } from './change-reason.tsx';
import { changeTags } from './points-tags.ts';
import { SignedPoints } from './signed-points.tsx';
import './points.css';

const LAST = 5;

/** On the page of a customer; nothing where the tenant closed points. */
export default function CustomerPointsCard({ id }: { readonly id: string }) {
  const { pointsOn } = useTenant();
  return pointsOn ? <PointsCard id={id} /> : null;
}

function PointsCard({ id }: { id: string }) {
  const { t } = useTranslation('points-log');
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const queryKey = ['points', 'customer', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(pointsEndpoints.getUserPoints, { userId: id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === pointsLog.name && message['customerId'] === id,
    refresh: () => query.refetch(),
  });
  return (
    <Card
      title={t('card.title')}
      extra={
        <ActionButton
          action={{
            ...{ key: 'adjust', label: t('adjust.button'), icon: 'edit', by: pointsEndpoints.addUserPoints },
            onSelect: () => setAsking(true),
          }}
        />
      }
    >
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {(points) => <Standing points={points} />}
      </Loaded>
      {asking && (
        <AdjustDialog
          customerId={id}
          balance={query.data?.points ?? 0}
          onSaved={(points) => client.setQueryData(queryKey, points)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Standing({ points: { userId, points, stampCard, changes } }: { points: CustomerPoints }) {
  const { t } = useTranslation('points-log');
  const figure = new Intl.NumberFormat(useLanguage());
  return (
    <>
      <dl className="points-balance">
        <div>
          <dt>{t('card.balance')}</dt>
          <dd className="numbers">{figure.format(points)}</dd>
        </div>
        {stampCard && (
          <div>
            <dt>{t('card.stamps')}</dt>
            <dd className="numbers">{t('card.stampsOf', { stamps: stampCard.stamps, limit: stampCard.limit })}</dd>
          </div>
        )}
      </dl>
      {points < 0 && <p className="field-fault">{t('card.below')}</p>}
      {changes.length === 0 ? (
        <p className="quiet">{t('card.none')}</p>
      ) : (
        <>
          <ul className="points-changes">
            {changes.slice(0, LAST).map((change) => (
              <li key={change.id}>
                <span>
                  <StatusTag of={changeTags} code={change.type} />
                </span>
                <SignedPoints points={change.points} />
                <span className="quiet">
                  <Time at={change.madeAt} /> {change.reason !== '' && <ChangeReason reason={change.reason} />}
                </span>
              </li>
            ))}
          </ul>
          <Link to={`${POINTS_LOG}?customerId=${encodeURIComponent(userId)}`}>{t('card.all')}</Link>
        </>
      )}
    </>
  );
}
