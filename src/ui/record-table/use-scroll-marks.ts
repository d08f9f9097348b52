import { useCallback, useEffect } from 'react';

/** Says through attributes whether more columns wait at either side, so that the pins stick there and cast a shadow. */
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
    const resized = new ResizeObserver(mark);
    resized.observe(element);
    if (element.firstElementChild) resized.observe(element.firstElementChild);
    return () => resized.disconnect();
  }, [mark, scroller]);
  return mark;
}
