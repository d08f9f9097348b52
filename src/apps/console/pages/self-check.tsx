import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { callEnvelope } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { useLiveState } from '#platform/live/web/live.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Time } from '#ui/time/time.tsx';
import './self-check.css';
import { sessionCalls } from '#system/session/contract/calls.ts';

const Parts = lazy(() => import('./parts.tsx'));

/** What a support person asks first (product.md 6); no secrets. */
export function SelfCheck() {
  const { t, i18n } = useTranslation('console');
  const config = runtimeConfig();
  const tenant = useTenant();
  const live = useLiveState();
  const { data } = useQuery({
    queryKey: ['self-check'],
    queryFn: () => callEnvelope(sessionCalls.currentDepartments, {}, { notices: 'none' }),
    refetchInterval: 10_000,
  });
  return (
    <div className="self-check">
      <Card title={<span>{t('check.title')}</span>}>
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('check.title')}
        </h1>
        <DescriptionList
          columns={1}
          facts={[
            { term: t('check.version'), value: config.version },
            { term: t('check.bases'), value: `${config.systemBase} · ${config.backendBase}` },
            { term: t('check.language'), value: i18n.language },
            {
              term: t('check.tenant'),
              value: `${tenant.name} (${tenant.id}) · ${tenant.timeZone} · ${tenant.currency}`,
            },
            {
              term: t('check.serverTime'),
              value: data && <Time at={new Date(Number(data.timestamp)).toISOString()} part="second" />,
            },
            { term: t('check.live'), value: t(`live.${live}`) },
          ]}
        />
      </Card>
      <Suspense>
        <Parts />
      </Suspense>
    </div>
  );
}
