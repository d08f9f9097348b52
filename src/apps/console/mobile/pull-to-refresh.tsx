import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { filled } from '#platform/i18n/web/filled.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useFormats, useSurroundings } from './surroundings.ts';

/** Pixels of pull after which letting go refreshes, and the furthest that the page follows the finger. */
const ENOUGH = 64;
const FURTHEST = 96;

interface PullToRefreshProps {
  isBusy: boolean;
  onRefresh: () => void;
  /** Since when something could not be refreshed. */
  staleSince: number | undefined;
  children: ReactNode;
}

/** The finger pulls the page down from its top; a button does the same for everybody else. */
export function PullToRefresh({ isBusy, onRefresh, staleSince, children }: PullToRefreshProps) {
  const { texts } = useSurroundings();
  const { time } = useFormats();
  const [pull, setPull] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const refresh = useEffectEvent(onRefresh);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let from: number | undefined;
    let distance = 0;
    const show = (next: number): void => {
      distance = next;
      setPull(next);
    };
    const begin = (event: TouchEvent): void => {
      from = scrollY <= 0 ? event.touches[0]?.clientY : undefined;
    };
    const move = (event: TouchEvent): void => {
      const at = event.touches[0]?.clientY;
      if (from !== undefined && at !== undefined) show(Math.min(FURTHEST, Math.max(0, (at - from) / 2)));
    };
    const end = (): void => {
      if (distance >= ENOUGH) refresh();
      from = undefined;
      show(0);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: true });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, []);

  return (
    <div ref={box} className="mobile-pull" style={pull > 0 ? { translate: `0 ${pull}px` } : undefined}>
      {pull > 0 && (
        <p className="mobile-pull-word" aria-hidden="true">
          {texts.pull}
        </p>
      )}
      <div className="mobile-refresh">
        {staleSince !== undefined && (
          <span role="status">{filled(texts.stale, { time: time(new Date(staleSince).toISOString()) })}</span>
        )}
        <button type="button" className="button" aria-busy={isBusy || undefined} onClick={onRefresh}>
          <Icon name="refresh" size={16} />
          {texts.refresh}
        </button>
      </div>
      {children}
    </div>
  );
}
