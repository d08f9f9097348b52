import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MapSpot, SpotMap } from '#domains/fleet/contract/endpoints.ts';
import { filteredSpots, isPlaced, type PlacedSpot, robotsAt, worstFirst } from '#domains/fleet/rules/map-spots.ts';
import { ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { healthTags } from '#domains/robots/web/pieces/index.ts';
import { spotForm } from '#domains/spots/contract/addresses.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { Button, ButtonLink, IconButton } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { fleetKeys, useSpotMap } from '../use-fleet.ts';
import { type FleetMap, openFleetMap } from './fleet-map.ts';
import { SpotList } from './spot-list.tsx';
import './map.css';

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
  const { t } = useTranslation('fleet');
  const host = useRef<HTMLDivElement>(null);
  const spots = useMemo(() => filteredSpots(map.spots, { healths, state }), [map.spots, healths, state]);
  const placed = useMemo(() => spots.filter(isPlaced), [spots]);
  const unplaced = useMemo(() => spots.filter((spot) => !isPlaced(spot)).sort(worstFirst), [spots]);
  const [inSight, setInSight] = useState<readonly PlacedSpot[]>([]);
  const [chosen, setChosen] = useState<string>();
  const shown = useFleetMap(host, {
    tiles: map.tiles,
    placed,
    onView: setInSight,
    onChosen: ({ id }) => setChosen(id),
  });
  const listed = useMemo(() => [...inSight].sort(worstFirst), [inSight]);
  return (
    <div className="map-layout">
      <section className="map-box" aria-label={t('map.label')}>
        <div ref={host} className="map-host" />
        <div className="map-buttons">
          <MapButton label={t('map.zoomIn')} onClick={() => shown.current?.zoom(1)}>
            +
          </MapButton>
          <MapButton label={t('map.zoomOut')} onClick={() => shown.current?.zoom(-1)}>
            −
          </MapButton>
          <IconButton icon="expand" kind="default" label={t('map.fit')} onClick={() => shown.current?.fit()} />
        </div>
        {map.tiles?.attribution && (
          <p className="map-attribution">{t('map.attribution', { text: map.tiles.attribution })}</p>
        )}
      </section>
      <section className="map-list" aria-label={t('map.list')}>
        {spots.length === 0 ? (
          <div className="map-nothing">
            <p className="quiet">{t('map.nothing')}</p>
            <Button onClick={onClear}>{t('map.clear')}</Button>
          </div>
        ) : (
          <SpotList
            spots={listed}
            chosen={chosen}
            onChoose={(spot) => {
              setChosen(chosen === spot.id ? undefined : spot.id);
              if (chosen !== spot.id) shown.current?.reveal(spot);
            }}
          />
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

function MapButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button type="button" className="button icon-button map-zoom" aria-label={label} data-tip={label} onClick={onClick}>
      {children}
    </button>
  );
}

interface Shown {
  tiles: SpotMap['tiles'];
  placed: readonly PlacedSpot[];
  onView: (spots: readonly PlacedSpot[]) => void;
  onChosen: (spot: PlacedSpot) => void;
}

/** One map for as long as the page is there; what it shows changes in it. */
function useFleetMap(host: RefObject<HTMLDivElement | null>, { tiles, placed, onView, onChosen }: Shown) {
  const { t } = useTranslation(['fleet', 'robots']);
  const map = useRef<FleetMap>(undefined);
  const now = {
    spot: ({ name, counts }: PlacedSpot) => t('map.spot', { name, robots: robotsAt({ counts }) }),
    cluster: (spots: number, robots: number, worst: RobotHealth | undefined) =>
      t('map.cluster', { spots, robots, worst: worst ? t(`robots:health.${worst}`) : '–' }),
  };
  const words = useRef(now);
  words.current = now;
  const hear = useRef({ onView, onChosen });
  hear.current = { onView, onChosen };
  const tileUrl = tiles?.url;
  const attribution = tiles?.attribution ?? '';
  useEffect(() => {
    if (!host.current) return;
    const opened = openFleetMap(host.current, {
      tiles: tileUrl === undefined ? null : { url: tileUrl, attribution },
      onView: (spots) => hear.current.onView(spots),
      onChosen: (spot) => hear.current.onChosen(spot),
      words: {
        spot: (spot) => words.current.spot(spot),
        cluster: (...of) => words.current.cluster(...of),
      },
    });
    map.current = opened;
    return () => {
      map.current = undefined;
      opened.close();
    };
  }, [host, tileUrl, attribution]);
  useEffect(() => map.current?.show(placed), [placed]);
  return map;
}
