import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { browserNow } from '../time/now.ts';
import { useFormatTime } from '../time/time.tsx';
import './live-control.css';

export interface LiveControlProps {
  /** Epoch milliseconds of the newest answer; 0 before the first. */
  updatedAt: number;
  isPaused: boolean;
  onPause: (paused: boolean) => void;
}

/** "Last updated 12 s ago · Pause": on top of every page that refreshes itself (ux-guide 6, WCAG 2.2.2). */
export function LiveControl({ updatedAt, isPaused, onPause }: LiveControlProps) {
  const { t } = useTranslation('ui');
  const formatTime = useFormatTime();
  return (
    <div className="live-control">
      {updatedAt > 0 ? (
        <span data-tip={formatTime(new Date(updatedAt).toISOString(), 'second')}>
          <Updated at={updatedAt} />
        </span>
      ) : (
        // its room, so that the button is where it will be
        <span className="live-awaited">{t('live.secondsAgo', { count: 0 })}</span>
      )}
      <Button small icon={isPaused ? 'play' : 'pause'} aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {t(isPaused ? 'live.resume' : 'live.pause')}
      </Button>
    </div>
  );
}

const LOOK_EVERY_MS = 1_000;

/** Counts by itself, so that nothing else is drawn every second; never announced. */
function Updated({ at }: { at: number }) {
  const { t } = useTranslation('ui');
  const [now, setNow] = useState(browserNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(browserNow()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  return seconds < 120
    ? t('live.secondsAgo', { count: seconds })
    : t('live.minutesAgo', { count: Math.floor(seconds / 60) });
}
