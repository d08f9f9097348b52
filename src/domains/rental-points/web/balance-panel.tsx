import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cabinetPage } from '#domains/cabinets/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { type BalancePlan, PLAN_HOURS, rentalPointEndpoints } from '../contract/endpoints.ts';

type Hours = `${(typeof PLAN_HOURS)[number]}`;

/** Which cabinets will run empty or full, and the tour that evens them out. */
export function BalancePanel() {
  const { t } = useTranslation('rental-points');
  const [hours, setHours] = useState<Hours>('8');
  const query = useQuery({
    queryKey: ['rental-points', 'plan', hours],
    queryFn: ({ signal }) =>
      call(rentalPointEndpoints.plan, { hours: Number(hours) as 8 }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('plan.title')}
      extra={
        <Segmented
          label={t('plan.ahead')}
          options={PLAN_HOURS.map((one) => ({ value: `${one}` as Hours, label: t('plan.hours', { count: one }) }))}
          value={hours}
          onChange={setHours}
        />
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(plan) => (
          <div className="plan-parts">
            <Warnings plan={plan} />
            <TourList plan={plan} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Warnings({ plan }: { plan: BalancePlan }) {
  const { t } = useTranslation('rental-points');
  return (
    <section aria-label={t('plan.warnings')}>
      <h3>{t('plan.warnings')}</h3>
      {plan.warnings.length === 0 ? (
        <p className="quiet">{t('plan.calm', { count: plan.hours })}</p>
      ) : (
        <ul className="plan-list">
          {plan.warnings.map((one) => (
            <li key={one.cabinetId}>
              <span className="plan-where">
                <Link to={cabinetPage(one.imei)}>{one.name}</Link>
                <small className="quiet">{one.spotName}</small>
              </span>
              {one.emptyInHours !== null && (
                <Tag tone={one.emptyInHours === 0 ? 'danger' : 'warning'}>
                  {one.emptyInHours === 0 ? t('plan.emptyNow') : t('plan.emptyIn', { count: one.emptyInHours })}
                </Tag>
              )}
              {one.fullInHours !== null && (
                <Tag tone={one.fullInHours === 0 ? 'danger' : 'warning'}>
                  {one.fullInHours === 0 ? t('plan.fullNow') : t('plan.fullIn', { count: one.fullInHours })}
                </Tag>
              )}
              <span className="quiet">{t('counts', { borrowable: one.borrowable, free: one.freeSlots })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">{t(plan.basedOn === 0 ? 'plan.noRates' : 'plan.basedOn', { count: plan.basedOn })}</p>
    </section>
  );
}

function TourList({ plan }: { plan: BalancePlan }) {
  const { t } = useTranslation('rental-points');
  return (
    <section aria-label={t('plan.tour')}>
      <h3>{t('plan.tour')}</h3>
      {plan.stops.length === 0 ? (
        <p className="quiet">{t('plan.noTour')}</p>
      ) : (
        <>
          <ol className="plan-list plan-tour">
            {plan.stops.map((stop, place) => (
              <li key={`${stop.cabinetId} ${place}`}>
                <span className="plan-where">
                  <Link to={cabinetPage(stop.imei)}>{stop.name}</Link>
                  <small className="quiet">{stop.address || stop.spotName}</small>
                </span>
                <Tag tone={stop.units > 0 ? 'info' : 'neutral'}>
                  {stop.units > 0 ? t('plan.put', { count: stop.units }) : t('plan.take', { count: -stop.units })}
                </Tag>
                <span className="quiet">
                  {place > 0 && `${t('plan.km', { km: stop.km })} · `}
                  {t('plan.load', { count: stop.load })}
                </span>
              </li>
            ))}
          </ol>
          <p>{t('plan.sum', { stops: plan.stops.length, km: plan.km })}</p>
        </>
      )}
      {plan.missing > 0 && <p className="quiet">{t('plan.missing', { count: plan.missing })}</p>}
      {plan.unplaced > 0 && <p className="quiet">{t('plan.unplaced', { count: plan.unplaced })}</p>}
    </section>
  );
}
