import { useCallback, useEffect } from 'react';

/**
 * Says through attributes whether more columns wait at either side, so that the pins stick there; and through properties of
 * the box around how much of the table is in sight, so that a shadow stands at the pins' edge.
 */
export function useScrollMarks(scroller: { current: HTMLElement | null }) {
  const mark = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const from = Math.abs(element.scrollLeft);
    element.toggleAttribute('data-scrolled', from > 0);
    element.toggleAttribute('data-more', from + element.clientWidth < element.scrollWidth - 1);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(() => {
      mark();
      const table = element.firstElementChild?.clientHeight ?? 0;
      element.parentElement?.style.setProperty('--seen-width', `${element.clientWidth}px`);
      element.parentElement?.style.setProperty('--seen-height', `${Math.min(element.clientHeight, table)}px`);
    });
    resized.observe(element);
    if (element.firstElementChild) resized.observe(element.firstElementChild);
    return () => resized.disconnect();
  }, [mark, scroller]);
  return mark;
}
