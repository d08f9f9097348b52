import { type RefObject, useEffect, useState } from 'react';

/** Where it sticks: what it has above its 44 px lies below the header. */
const LINE = 36;

/** Whether what follows this mark sticks to the window's start: the mark itself is scrolled away. */
export function useStuck(mark: RefObject<HTMLElement | null>): boolean {
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // without a box, as in a hidden tab, nothing is scrolled away
        if (entry) setStuck(!entry.isIntersecting && entry.boundingClientRect.width > 0);
      },
      { rootMargin: `-${LINE}px 0px 0px 0px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [mark]);
  return isStuck;
}
