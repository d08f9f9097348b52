import { useEffect } from 'react';

/** Ignored: the jitter of a finger or a touchpad. */
const LEAST_PX = 8;

/** The fixed header leaves while the reader scrolls down and is back at the first pixel up; nothing is rendered for it. */
export function useLeavingHeader(isOn: boolean): void {
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('.frame-header');
    if (!isOn || !header) return;
    let before = scrollY;
    const scrolled = (): void => {
      if (Math.abs(scrollY - before) < LEAST_PX) return;
      // keyboard users must see what has the focus
      const isAway = scrollY > before && scrollY > header.offsetHeight && !header.querySelector(':focus-visible');
      header.toggleAttribute('data-away', isAway);
      before = scrollY;
    };
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      removeEventListener('scroll', scrolled);
      header.removeAttribute('data-away');
    };
  }, [isOn]);
}
