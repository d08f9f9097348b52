import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { MONITOR_PAGE } from '#domains/fleet/contract/calls.ts';
import { ROBOT_HEALTHS } from '#domains/robots/contract/robot-status.ts';
import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { Button } from '#ui/button/button.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import { isTrouble, worstRobotFirst } from './board.ts';
import { RobotTile } from './robot-tile.tsx';
import { fleetKeys, useBoard } from './use-fleet.ts';
import './board.css';

/** As many as a screen on a wall has room for; the rest are well, or are counted. */
const MOST_SHOWN = 60;
const STALE_AFTER_MS = 90_000;

/** For a screen in the office: nothing but the fleet, worst first, with a clock; it stays awake and live until Esc. */
export default function WallPage() {
  const { t } = useTranslation(['fleet', 'robots']);
  const [params] = useSearchParams();
  const spotId = params.get('spotId') ?? undefined;
  const board = useBoard({ spotId });
  const navigate = useNavigate();
  const wall = useRef<HTMLElement>(null);
  const now = useSeconds();
  const formatTime = useFormatTime();
  useAwake();
  useEffect(() => wall.current?.focus(), []);
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    void navigate(`${MONITOR_PAGE}${spotId ? `?spotId=${spotId}` : ''}`);
  };
  const robots = useMemo(() => [...(board.data?.robots ?? [])].sort(worstRobotFirst), [board.data]);
  const counts = board.data?.counts;
  const attention = robots.filter(isTrouble).length;
  const isStale = board.dataUpdatedAt > 0 && now - board.dataUpdatedAt > STALE_AFTER_MS;
  const left = (counts?.total ?? 0) - Math.min(robots.length, MOST_SHOWN);
  return createPortal(
    <section
      ref={wall}
      className="wall"
      tabIndex={-1}
      aria-label={t('wall.title')}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <header className="wall-head">
        <div>
          <h1>{counts && (counts.attention > 0 ? t('wall.of', { count: counts.attention }) : t('wall.well'))}</h1>
          <p className="quiet">
            {board.data?.cupsToday != null && t('monitor.cupsOf', { count: board.data.cupsToday })}
            {isStale && (
              <strong className="wall-stale">
                {' '}
                {t('wall.lost', { time: formatTime(new Date(board.dataUpdatedAt).toISOString(), 'second') })}
              </strong>
            )}
          </p>
        </div>
        <ul className="wall-counts">
          {ROBOT_HEALTHS.filter((health) => counts?.health[health]).map((health) => (
            <li key={health} className={`tone-${HEALTH_TONES[health]}`}>
              <b>{counts?.health[health]}</b> {t(`robots:health.${health}`)}
            </li>
          ))}
        </ul>
        <time className="wall-clock">{formatTime(new Date(now).toISOString(), 'clock')}</time>
        <div className="wall-buttons">
          <Button small onClick={() => void wall.current?.requestFullscreen().catch(() => undefined)}>
            {t('wall.full')}
          </Button>
          <Button small onClick={leave}>
            {t('wall.leave')}
          </Button>
        </div>
      </header>
      <Loaded query={board} queryKey={fleetKeys.board} skeleton={<Skeleton height={320} />}>
        {({ materials }) => (
          <ul className="board-grid wall-grid">
            {robots.slice(0, MOST_SHOWN).map((robot) => (
              <RobotTile key={robot.id} robot={robot} materials={materials} big={attention <= 12 && isTrouble(robot)} />
            ))}
          </ul>
        )}
      </Loaded>
      {left > 0 && <p className="quiet wall-more">{t('wall.more', { count: left })}</p>}
    </section>,
    document.body,
  );
}

/** The screen does not go dark while the wall is seen; where the browser cannot, the system's settings decide. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void held?.release();
      else lock = held;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}

function useSeconds(): number {
  const [now, setNow] = useState(() => performance.timeOrigin + performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.timeOrigin + performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
