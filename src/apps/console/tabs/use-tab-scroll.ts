import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTabs } from './use-tabs.ts';

/** A page begins at its top; an open tab that is chosen again stands where it was left (platform.md 2, ux-guide 2). */
export function useTabScroll(pathname: string): void {
  const positions = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useEffect(() => {
    const keep = (): void => void positions.current.set(shown.current, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isOpen = useTabs.getState().tabs.some((tab) => tab.id === pathname);
    scrollTo(0, isOpen ? (positions.current.get(pathname) ?? 0) : 0);
  }, [pathname]);
}
