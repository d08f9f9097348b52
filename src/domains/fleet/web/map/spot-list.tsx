import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type PlacedSpot, robotsAt, worstOf } from '#domains/fleet/rules/map-spots.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { HealthReasonText, healthTags } from '#domains/robots/web/pieces/index.ts';
import { spotPage } from '#domains/spots/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { MaintenanceText } from '../maintenance-text.tsx';

/** More rows than anybody reads; the map is zoomed to see fewer. */
const MOST_LISTED = 100;
const MOST_ROBOTS = 20;

interface SpotListProps {
  /** Worst first. */
  spots: readonly PlacedSpot[];
  chosen: string | undefined;
  /** Opened or closed again; stays the same function, so that rows which are seen again are not drawn again. */
  onChoose: (spot: PlacedSpot, isOpen: boolean) => void;
}

/** What the map shows, as a list; the chosen one is open with its robots. */
export function SpotList({ spots, chosen, onChoose }: SpotListProps) {
  const { t } = useTranslation('fleet');
  const first = spots.slice(0, MOST_LISTED);
  const far = spots.find(({ id }) => id === chosen);
  const listed = far && !first.includes(far) ? [far, ...first] : first;
  if (spots.length === 0) return <p className="quiet map-nothing">{t('map.none')}</p>;
  return (
    <>
      <ul className="map-spots">
        {listed.map((spot) => (
          <SpotRow key={spot.id} spot={spot} isOpen={spot.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
      {spots.length > MOST_LISTED && (
        <p className="quiet map-nothing">{t('map.more', { count: spots.length - MOST_LISTED })}</p>
      )}
    </>
  );
}

interface SpotRowProps extends Pick<SpotListProps, 'onChoose'> {
  spot: PlacedSpot;
  isOpen: boolean;
}

const SpotRow = memo(function SpotRow({ spot, isOpen, onChoose }: SpotRowProps) {
  const { t } = useTranslation(['fleet', 'robots']);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const worst = worstOf(spot.counts);
  return (
    <li ref={row} className={isOpen ? 'map-spot map-spot-open' : 'map-spot'}>
      <button type="button" aria-expanded={isOpen} onClick={() => onChoose(spot, !isOpen)}>
        <span className={`map-dot tone-${worst ? HEALTH_TONES[worst] : 'neutral'}`} aria-hidden="true" />
        <span className="map-spot-name">{spot.name}</span>
        <span className="quiet">
          {t('map.robots', { count: robotsAt(spot) })}
          {worst && ` · ${t(`robots:health.${worst}`)}`}
          {spot.countdownDays !== null && (
            <>
              {' · '}
              <MaintenanceText days={spot.countdownDays} />
            </>
          )}
        </span>
      </button>
      {isOpen && <SpotCard spot={spot} />}
    </li>
  );
});

function SpotCard({ spot }: { spot: PlacedSpot }) {
  const { t } = useTranslation('fleet');
  const query = useQuery({
    queryKey: ['robots', 'at-spot', spot.id, 'worst'],
    queryFn: ({ signal }) =>
      call(
        robotEndpoints.page,
        { spotId: spot.id, pageSize: MOST_ROBOTS, column: 'health', order: 'asc' },
        { signal, notices: 'none' },
      ),
  });
  return (
    <div className="map-card">
      <Loaded query={query} skeleton={<Skeleton height={64} />}>
        {({ records }) => (
          <ul>
            {records.map((robot) => (
              <li key={robot.id}>
                <Link to={`/devices/robots/${robot.imei}`}>{robot.name}</Link>
                <StatusTag of={healthTags} code={robot.health} />
                <span className="quiet">
                  <HealthReasonText robot={robot} />
                </span>
                <span className="quiet">
                  <MaintenanceText days={robot.countdownDays} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="map-links">
        <Link to={spotPage(spot.id)}>{t('map.open')}</Link>
        <Link to={`/devices/robots?spotId=${encodeURIComponent(spot.id)}`}>{t('map.allRobots')}</Link>
      </p>
    </div>
  );
}
