import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MapSpot, SpotMap } from '#domains/fleet/contract/endpoints.ts';
import {
  filteredSpots,
  isPlaced,
  type PlacedSpot,
  robotsAt,
  worstFirst,
  worstOf,
} from '#domains/fleet/rules/map-spots.ts';
import { ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { healthTags } from '#domains/robots/web/pieces/index.ts';
import { spotForm } from '#domains/spots/contract/addresses.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { PlaceMap } from '#ui/place-map/place-map.ts';
import { PlaceMapBox } from '#ui/place-map/place-map-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { fleetKeys, useSpotMap } from '../use-fleet.ts';
import { SpotList } from './spot-list.tsx';
import './map.css';

const TONES = ROBOT_HEALTHS.map((health) => HEALTH_TONES[health]);

/** Where the robots stand and how they are: a map, and a list of what it shows. Filters are in the address. */
export default function MapPage() {
  const { t } = useTranslation(['fleet', 'robots']);
  const [isPaused, setPaused] = useState(false);
  const query = useSpotMap(isPaused);
  const [params, setParams] = useSearchParams();
  const asked = params.get('health') ?? '';
  const healths = useMemo(() => ROBOT_HEALTHS.filter((health) => asked.split(',').includes(health)), [asked]);
  const state = SPOT_STATES.find((one) => one === params.get('state'));
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const toggle = (health: RobotHealth) =>
    set('health', ROBOT_HEALTHS.filter((one) => healths.includes(one) !== (one === health)).join(','));
  return (
    <div className="fleet-page">
      <header className="fleet-head">
        <h1 tabIndex={-1}>{t('map.title')}</h1>
        <div className="fleet-actions">
          <LiveControl updatedAt={query.dataUpdatedAt} isPaused={isPaused} onPause={setPaused} />
        </div>
      </header>
      <div className="map-filters">
        <Segmented
          label={t('map.state')}
          options={[
            { value: 'all', label: t('map.all') },
            ...SPOT_STATES.map((value) => ({ value, label: t(`robots:spotStatus.${value}`) })),
          ]}
          value={state ?? 'all'}
          onChange={(value) => set('state', value === 'all' ? '' : value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row that wraps */}
        <div role="group" aria-label={t('map.health')} className="map-healths">
          {ROBOT_HEALTHS.map((health) => (
            <button
              key={health}
              type="button"
              className="map-health"
              aria-pressed={healths.includes(health)}
              onClick={() => toggle(health)}
            >
              <StatusTag of={healthTags} code={health} />
            </button>
          ))}
        </div>
      </div>
      <Loaded query={query} queryKey={fleetKeys.map} skeleton={<Skeleton height={480} />}>
        {(data) =>
          data.spots.length === 0 ? (
            <Card>
              <Empty icon="spot" title={t('map.noSpots')}>
                {t('map.noSpotsText')}
              </Empty>
            </Card>
          ) : (
            <MapAndList map={data} healths={healths} state={state} onClear={() => setParams({}, { replace: true })} />
          )
        }
      </Loaded>
    </div>
  );
}

interface MapAndListProps {
  map: SpotMap;
  healths: readonly RobotHealth[];
  state: MapSpot['state'] | undefined;
  onClear: () => void;
}

function MapAndList({ map, healths, state, onClear }: MapAndListProps) {
  const { t } = useTranslation(['fleet', 'robots']);
  const shown = useRef<PlaceMap<PlacedSpot>>(undefined);
  const spots = useMemo(() => filteredSpots(map.spots, { healths, state }), [map.spots, healths, state]);
  const placed = useMemo(() => spots.filter(isPlaced), [spots]);
  const unplaced = useMemo(() => spots.filter((spot) => !isPlaced(spot)).sort(worstFirst), [spots]);
  const [inSight, setInSight] = useState<readonly PlacedSpot[]>([]);
  const [chosen, setChosen] = useState<string>();
  const listed = useMemo(() => [...inSight].sort(worstFirst), [inSight]);
  const choose = useCallback((spot: PlacedSpot, isOpen: boolean) => {
    setChosen(isOpen ? spot.id : undefined);
    if (isOpen) shown.current?.reveal(spot);
  }, []);
  return (
    <div className="map-layout">
      <PlaceMapBox
        label={t('map.label')}
        map={shown}
        tiles={map.tiles}
        places={placed}
        tones={TONES}
        words={{
          place: ({ name, counts }) => t('map.spot', { name, robots: robotsAt({ counts }) }),
          cluster: (spots, counts) => {
            const worst = worstOf(counts);
            return t('map.cluster', {
              spots,
              robots: robotsAt({ counts }),
              worst: worst ? t(`robots:health.${worst}`) : '–',
            });
          },
        }}
        onView={setInSight}
        onChosen={({ id }) => setChosen(id)}
      />
      <section className="map-list" aria-label={t('map.list')}>
        {spots.length === 0 ? (
          <div className="map-nothing">
            <p className="quiet">{t('map.nothing')}</p>
            <Button onClick={onClear}>{t('map.clear')}</Button>
          </div>
        ) : (
          <SpotList spots={listed} chosen={chosen} onChoose={choose} />
        )}
        {unplaced.length > 0 && (
          <>
            <h2 className="map-subtitle">{t('map.unplaced')}</h2>
            <ul className="map-unplaced">
              {unplaced.map((spot) => (
                <li key={spot.id}>
                  <span>{spot.name}</span>
                  <ButtonLink small to={spotForm(spot.id)}>
                    {t('map.addPlace')}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
