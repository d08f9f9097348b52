import { type RefObject, useLayoutEffect, useState } from 'react';

/** Most lists have the same room: what the last one had is a good guess until this one is measured. */
let last = Number.POSITIVE_INFINITY;

/** Width in pixels that a table has without scrolling sideways; measured before the first paint. */
export function useRoom(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(last);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      // a tab that is hidden has none
      if (element.clientWidth === 0) return;
      last = element.clientWidth;
      setRoom(last);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller]);
  return room;
}
