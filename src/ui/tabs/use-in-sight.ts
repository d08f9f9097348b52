import { type RefObject, useLayoutEffect } from 'react';

/**
 * Moves a strip sideways, and nothing around it, so that the child at `place` is seen: more tabs than room, or one chosen by a link.
 * `name` is what it says: a title that comes late makes it wider.
 */
export function useInSight(strip: RefObject<HTMLElement | null>, place: number, name = ''): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is not read, it gives the child its width
  useLayoutEffect(() => {
    const list = strip.current;
    const chosen = list?.children[place];
    if (!list || !chosen || list.scrollWidth <= list.clientWidth) return;
    const [room, own] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (own.left < room.left) list.scrollLeft += own.left - room.left;
    else if (own.right > room.right) list.scrollLeft += own.right - room.right;
  }, [strip, place, name]);
}
