import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { WALL_PAGE } from '#domains/fleet/contract/calls.ts';
import type { MonitorBoard } from '#domains/fleet/contract/endpoints.ts';
import { MOST_MONITORED } from '#domains/robots/contract/endpoints.ts';
import { ATTENTION_HEALTHS, ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { FirstRobot } from '#domains/robots/web/pieces/index.ts';
import { spotPage } from '#domains/spots/contract/addresses.ts';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { bySpot, firstOf, isTrouble } from './board.ts';
import { RobotTile } from './robot-tile.tsx';
import { fleetKeys, useBoard } from './use-fleet.ts';
import './board.css';

/** More than a large screen has room for: these are drawn at once, the others as soon as there is time. */
const AT_ONCE = 60;

/** All robots, live: worst first and by spot, with why, stock and cups of today. Filters are in the address. */
export default function MonitorPage() {
  const { t } = useTranslation(['fleet', 'robots']);
  const [isPaused, setPaused] = useState(false);
  const [params, setParams] = useSearchParams();
  const spotId = params.get('spotId') ?? undefined;
  const only = params.get('only') === 'attention' ? 'attention' : 'any';
  const [asksForMore, askForMore] = useState<string>();
  const place = spotId ?? '';
  const board = useBoard({ paused: isPaused, spotId, ...(asksForMore === place && { most: MOST_MONITORED }) });
  const set = (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const listOf = (health?: RobotHealth): string =>
    `/devices/robots?${new URLSearchParams({ ...(health && { health }), ...(spotId && { spotId }) })}`;
  const counts = board.data?.counts;
  return (
    <div className="board-page">
      <header className="board-head">
        <h1 tabIndex={-1}>{t('monitor.title')}</h1>
        <div className="board-spot">
          <SpotSearch
            label={t('monitor.spot')}
            placeholder={t('monitor.allSpots')}
            value={spotId ?? ''}
            onChange={(next) => set('spotId', next)}
          />
        </div>
        <Segmented
          label={t('monitor.health')}
          options={[
            { value: 'any', label: t('monitor.any') },
            { value: 'attention', label: t('monitor.attention') },
          ]}
          value={only}
          onChange={(value) => set('only', value === 'any' ? undefined : value)}
        />
        <div className="board-actions">
          <LiveControl updatedAt={board.dataUpdatedAt} isPaused={isPaused} onPause={setPaused} />
          <ButtonLink small icon="monitor" to={`${WALL_PAGE}${spotId ? `?spotId=${spotId}` : ''}`}>
            {t('monitor.wall')}
          </ButtonLink>
        </div>
      </header>
      {!(board.error && !board.data) && (
        <div className="tile-row">
          <StatTile title={t('monitor.total')} value={counts?.total} to={listOf()} />
          {ROBOT_HEALTHS.filter((health) => health !== 'notConnected' || counts?.health[health]).map((health) => (
            <StatTile
              key={health}
              title={t(`robots:health.${health}`)}
              value={counts?.health[health]}
              to={listOf(health)}
              isWarning={ATTENTION_HEALTHS.some((one) => one === health) && Boolean(counts?.health[health])}
            />
          ))}
          {board.data?.cupsToday != null && <StatTile title={t('monitor.cups')} value={board.data.cupsToday} />}
        </div>
      )}
      <Loaded query={board} queryKey={fleetKeys.board} skeleton={<Skeleton height={320} />}>
        {(data) =>
          data.counts.total === 0 && spotId === undefined ? (
            <Card>
              <FirstRobot />
            </Card>
          ) : (
            <Groups
              board={data}
              onlyTrouble={only === 'attention'}
              toList={listOf()}
              isLoading={board.isPlaceholderData}
              onClear={() => setParams({}, { replace: true })}
              onMore={() => askForMore(place)}
            />
          )
        }
      </Loaded>
    </div>
  );
}

interface GroupsProps {
  board: MonitorBoard;
  onlyTrouble: boolean;
  toList: string;
  isLoading: boolean;
  onClear: () => void;
  onMore: () => void;
}

function Groups({ board, onlyTrouble, toList, isLoading, onClear, onMore }: GroupsProps) {
  const { t } = useTranslation(['fleet', 'ui']);
  const all = useMemo(
    () => bySpot(onlyTrouble ? board.robots.filter(isTrouble) : board.robots),
    [board.robots, onlyTrouble],
  );
  const shown = useDeferredValue(all, firstOf(all, AT_ONCE));
  const more = Math.min(MOST_MONITORED, board.counts.total) - board.robots.length;
  // a spot may have more than those that were asked for, or are looked for
  const isPart = onlyTrouble || board.robots.length < board.counts.total;
  if (shown.length === 0)
    return (
      <Card>
        <Empty
          icon="robot"
          title={t('monitor.noneHere')}
          action={<Button onClick={onClear}>{t('ui:list.clearFilters')}</Button>}
        />
      </Card>
    );
  return (
    <>
      {board.robots.length < board.counts.total && (
        <p className="quiet board-note">
          {t('monitor.more', { shown: board.robots.length, total: board.counts.total })}{' '}
          <Link to={toList}>{t('monitor.all')}</Link>
        </p>
      )}
      {shown.map(({ spotId, name, count, cupsToday, robots }) => (
        <section key={spotId ?? ''} className="board-group">
          <h2>
            {spotId === null ? t('monitor.noSpot') : <Link to={spotPage(spotId)}>{name}</Link>}
            <span className="quiet">
              {t(isPart ? 'monitor.spotShown' : 'monitor.spotRobots', { count })} ·{' '}
              {t('monitor.cupsOf', { count: cupsToday })}
            </span>
          </h2>
          <ul className="board-grid">
            {robots.map((robot) => (
              <RobotTile key={robot.id} robot={robot} materials={board.materials} />
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <div className="board-more">
          <Button onClick={onMore} busy={isLoading}>
            {t('monitor.showMore', { count: more })}
          </Button>
        </div>
      )}
    </>
  );
}
