import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTabs } from './use-tabs.ts';

/** A page begins at its top; an open tab that is chosen again stands where it was left (platform.md 2, ux-guide 2). */
export function useTabScroll(pathname: string): void {
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useEffect(() => {
    const keep = (): void => {
      // the next page is in sight before its address is: where that one stands is no place of the one before
      if (useTabs.getState().active === shown.current) positions.current.set(shown.current, scrollY);
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isOpen = useTabs.getState().tabs.some((tab) => tab.id === pathname);
    return standAt(isOpen ? (positions.current.get(pathname) ?? 0) : 0);
  }, [pathname]);
}

/** A page that is drawn a moment later is not long enough yet: it is followed until it is. */
const FOLLOWED_MS = 2_000;

function standAt(place: number): (() => void) | undefined {
  scrollTo(0, place);
  if (scrollY >= place) return;
  const grown = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place) grown.disconnect();
  });
  grown.observe(document.body);
  const timer = setTimeout(() => grown.disconnect(), FOLLOWED_MS);
  return () => {
    clearTimeout(timer);
    grown.disconnect();
  };
}
