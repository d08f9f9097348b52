import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cabinetPage } from '#domains/cabinets/contract/addresses.ts';
import { feePlanPage } from '#domains/fee-plans/contract/addresses.ts';
import { spotForm, spotPage } from '#domains/spots/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { PlaceMap } from '#ui/place-map/place-map.ts';
import { PlaceMapBox } from '#ui/place-map/place-map-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { type RentalPoint, type RentalPoints, rentalPointEndpoints } from '../contract/endpoints.ts';
import { CABINET_CONDITIONS, conditionCounts, conditionOf, isPlaced } from '../rules/point-state.ts';
import { BalancePanel } from './balance-panel.tsx';
import './points.css';

const EVERY_MS = 5_000;
const KEY = ['rental-points'] as const;
const TONES = { empty: 'danger', full: 'warning', offline: 'neutral', fine: 'success' } as const satisfies Record<
  string,
  Tone
>;

/** The network of the rental side: spots with cabinets on a map, and what will run out. */
export default function PointsPage() {
  const { t } = useTranslation('rental-points');
  const queryClient = useQueryClient();
  const [isPaused, setPaused] = useState(false);
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'cabinet' || kind === 'spot',
    refresh: () => askAgain(queryClient, KEY),
    everyMs: EVERY_MS,
    paused: isPaused,
  });
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(rentalPointEndpoints.points, {}, { signal, notices: 'none' }),
    enabled: !isPaused,
    refetchInterval: 60_000,
  });
  return (
    <div className="points-page">
      <header className="points-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <LiveControl updatedAt={query.dataUpdatedAt} isPaused={isPaused} onPause={setPaused} />
      </header>
      <Loaded query={query} queryKey={KEY} skeleton={<Skeleton height={480} />}>
        {(data) =>
          data.points.length === 0 ? (
            <Card>
              <Empty icon="spot" title={t('none')}>
                {t('noneText')}
              </Empty>
            </Card>
          ) : (
            <>
              <Network network={data} />
              <BalancePanel />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

interface ShownPoint extends RentalPoint {
  readonly counts: readonly number[];
}

function Network({ network }: { network: RentalPoints }) {
  const { t } = useTranslation('rental-points');
  const map = useRef<PlaceMap<ShownPoint & { latitude: number; longitude: number }>>(undefined);
  const [chosen, setChosen] = useState<string>();
  const points = useMemo(
    () => network.points.map((point): ShownPoint => ({ ...point, counts: conditionCounts(point.cabinets) })),
    [network.points],
  );
  const placed = useMemo(() => points.filter(isPlaced), [points]);
  return (
    <div className="points-layout">
      <PlaceMapBox
        label={t('map')}
        map={map}
        tiles={network.tiles}
        places={placed}
        tones={CABINET_CONDITIONS.map((condition) => TONES[condition])}
        words={{
          place: ({ name, cabinets }) =>
            t('place', { name, borrowable: sumOf(cabinets, 'borrowable'), free: sumOf(cabinets, 'freeSlots') }),
          cluster: (places, counts) => t('cluster', { places, cabinets: counts.reduce((sum, one) => sum + one, 0) }),
        }}
        onView={() => undefined}
        onChosen={({ id }) => setChosen(id)}
      />
      <section className="points-list" aria-label={t('list')}>
        <Totals points={points} withoutSpot={network.withoutSpot} />
        <ul>
          {points.map((point) => (
            <Point
              key={point.id}
              point={point}
              isChosen={point.id === chosen}
              onChoose={() => {
                setChosen(point.id);
                if (isPlaced(point)) map.current?.reveal(point);
              }}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

const sumOf = (cabinets: RentalPoint['cabinets'], of: 'borrowable' | 'freeSlots'): number =>
  cabinets.reduce((sum, cabinet) => sum + cabinet[of], 0);

function Totals({ points, withoutSpot }: { points: readonly RentalPoint[]; withoutSpot: number }) {
  const { t } = useTranslation('rental-points');
  const cabinets = points.flatMap((point) => point.cabinets);
  return (
    <p className="points-totals">
      {t('totals', {
        points: points.length,
        cabinets: cabinets.length,
        borrowable: sumOf(cabinets, 'borrowable'),
        free: sumOf(cabinets, 'freeSlots'),
      })}
      {withoutSpot > 0 && ` ${t('withoutSpot', { count: withoutSpot })}`}
    </p>
  );
}

function Point({ point, isChosen, onChoose }: { point: ShownPoint; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('rental-points');
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={row} className={isChosen ? 'point point-chosen' : 'point'}>
      <div className="point-head">
        <button type="button" className="point-name" aria-pressed={isChosen} onClick={onChoose}>
          {point.name}
        </button>
        <Tag tone={point.isOpen ? 'success' : 'neutral'}>
          {t(point.state === 'in_business' ? (point.isOpen ? 'open' : 'closed') : 'suspended')}
        </Tag>
      </div>
      <p className="quiet">
        {t('counts', { borrowable: sumOf(point.cabinets, 'borrowable'), free: sumOf(point.cabinets, 'freeSlots') })}
        {' · '}
        {point.plan ? <Link to={feePlanPage(point.plan.id)}>{point.plan.name}</Link> : t('noPlan')}
      </p>
      <ul className="point-cabinets">
        {point.cabinets.map((cabinet) => {
          const condition = conditionOf(cabinet);
          return (
            <li key={cabinet.id}>
              <Link to={cabinetPage(cabinet.imei)}>{cabinet.name}</Link>
              {condition !== 'fine' && <Tag tone={TONES[condition]}>{t(`condition.${condition}`)}</Tag>}
              <span className="quiet">{t('counts', { borrowable: cabinet.borrowable, free: cabinet.freeSlots })}</span>
              {cabinet.plan && cabinet.plan.id !== point.plan?.id && (
                <Link to={feePlanPage(cabinet.plan.id)}>{cabinet.plan.name}</Link>
              )}
            </li>
          );
        })}
      </ul>
      <p className="point-links">
        <Link to={spotPage(point.id)}>{t('toSpot')}</Link>
        {!isPlaced(point) && (
          <ButtonLink small to={spotForm(point.id)}>
            {t('addPlace')}
          </ButtonLink>
        )}
      </p>
    </li>
  );
}
