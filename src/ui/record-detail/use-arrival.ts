import { type RefObject, useLayoutEffect, useRef } from 'react';

const ARRIVES_IN_MS = 150;

/** From a list to one of its records: the page comes in once, and not again when its tab is chosen again. */
export function useArrival<Page extends HTMLElement>(): RefObject<Page | null> {
  const page = useRef<Page>(null);
  const hasArrived = useRef(false);
  useLayoutEffect(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    page.current?.animate(
      { opacity: [0, 1], translate: ['0 6px', '0 0'] },
      { duration: ARRIVES_IN_MS, easing: 'ease-out' },
    );
  }, []);
  return page;
}
