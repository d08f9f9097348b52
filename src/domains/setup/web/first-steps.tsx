import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BEVERAGE_LIST, MENU_TREE } from '#domains/goods/contract/addresses.ts';
import { beverages } from '#domains/goods/contract/beverages.ts';
import { menus } from '#domains/goods/contract/menus.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { SEES_PAYMENT_CONFIGS } from '#domains/payments/contract/permissions.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { SPOT_LIST } from '#domains/spots/contract/addresses.ts';
import { spots } from '#domains/spots/contract/spots.ts';
import { call } from '#platform/http/web/call.ts';
import { INVITATION_LIST } from '#system/invitations/contract/addresses.ts';
import { invitations } from '#system/invitations/contract/invitations.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { PAGE_OF_ITEM, useSetupItems } from './use-setup-items.ts';
import './setup-checklist.css';

/** In the order in which they are best done; each is done when its list has a record. */
const STEPS = [
  { key: 'spot', to: SPOT_LIST, by: spots.endpoints.page },
  { key: 'menu', to: MENU_TREE, by: menus.endpoints.page },
  { key: 'beverage', to: BEVERAGE_LIST, by: beverages.endpoints.page },
  { key: 'robot', to: '/devices/robots', by: robotEndpoints.page },
  { key: 'people', to: INVITATION_LIST, by: invitations.endpoints.page },
] as const;

const ORDERS = { key: 'orders', by: orderEndpoints.page } as const;

const AGAIN_MS = 30_000;

interface FirstStepsProps {
  className?: string;
  /** Stands there instead, once something was ordered or nothing is left that the reader may do. */
  children?: ReactNode;
}

/** What is left to do before a new tenant sells its first drink, step by step, as far as the reader may see it. */
export function FirstSteps({ className = '', children }: FirstStepsProps) {
  const { t } = useTranslation('first-steps');
  const may = useMay();
  const seesSettings = may(SEES_PAYMENT_CONFIGS);
  const settings = useSetupItems(seesSettings);
  const shown = STEPS.filter(({ by }) => may(by));
  const [orders, ...totals] = useQueries({
    queries: [ORDERS, ...shown].map(({ key, by }) => ({
      enabled: may(by),
      queryKey: ['setup', 'first', key],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(by, { pageNo: 1, pageSize: 1 }, { signal, notices: 'none' })).total,
      refetchInterval: AGAIN_MS,
    })),
  });
  const next = settings.data?.find(({ isDone }) => !isDone);
  const steps = [
    // where it cannot be read, the step leads to the settings all the same
    ...(seesSettings
      ? [
          {
            ...({ key: 'settings', to: PAGE_OF_ITEM[next?.name ?? 'timeZone'] } as const),
            isDone: settings.isSuccess && next === undefined,
          },
        ]
      : []),
    ...shown.map(({ key, to }, at) => ({ key, to, isDone: (totals[at]?.data ?? 0) > 0 })),
  ];
  const isAsking =
    orders?.isPending || totals.some(({ isPending }) => isPending) || (seesSettings && settings.isPending);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (orders?.data !== 0 || (done === steps.length && !isAsking)) return children;
  if (isAsking)
    return (
      <Card title={t('title')} className={className}>
        <SkeletonLines lines={8} />
      </Card>
    );
  const first = steps.find(({ isDone }) => !isDone);
  const progress = t('progress', { done, total: steps.length });
  return (
    <Card title={t('title')} className={className}>
      <p className="setup-lead">{t('lead')}</p>
      <div className="setup-progress">
        <Progress label={progress} value={done} max={steps.length} />
        <span className="figures" aria-hidden="true">
          {progress}
        </span>
      </div>
      <ol className="setup-items">
        {steps.map((step) => (
          <li key={step.key} data-done={step.isDone || undefined}>
            {step.isDone ? <Icon name="check" label={t('done')} /> : <span className="setup-mark" aria-hidden="true" />}
            <div>
              <strong>{t(`step.${step.key}.title`)}</strong>
              <span className="setup-note">{t(`step.${step.key}.why`)}</span>
            </div>
            {!step.isDone && (
              <ButtonLink to={step.to} small kind={step === first ? 'primary' : 'default'}>
                {t(`step.${step.key}.act`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
