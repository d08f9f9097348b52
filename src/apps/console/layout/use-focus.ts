import { useEffect, useRef } from 'react';
import { cameByLogin } from '../entered.ts';

const LOOK_EVERY_MS = 60;
/** How long a page may take to come before the focus is left where it is. */
const HEADING_WITHIN_MS = 10_000;
/** Dialogs, menus and navigation give the focus a place of their own first. */
const LOST_AFTER_MS = 120;
const FOCUSABLE =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, [tabindex]:not([tabindex="-1"])';

/** Of the page that is shown: hidden tabs keep theirs. */
const shownHeading = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content h1')].find((one) => one.checkVisibility());

/** The page's beginning, for a focus that would have no place. */
export function focusHeading(): void {
  if (isFree()) shownHeading()?.focus({ preventScroll: true });
}

/** What got a lost focus, as long as it has it: nobody put it there. */
let keeper: EventTarget | null | undefined;

const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses the page's heading once it is there, or what had the keys on this page before it went if that comes back with it,
 * unless the focus has moved on from `left`. Returns what stops it.
 */
function focusComingHeading(left: Element | null, lost?: Element): () => void {
  let waited = 0;
  const timer = setInterval(() => {
    waited += LOOK_EVERY_MS;
    // The palette that led here is still closing, and has the focus until it is gone.
    const heading = document.querySelector('dialog:modal') ? undefined : shownHeading();
    // A focus that the user has moved on meanwhile stays where it is.
    const now = document.activeElement;
    if (heading && (isFree() || now === left || now === keeper || now?.id === 'content'))
      (canHaveFocus(lost) ? lost : heading).focus({ preventScroll: true });
    if (heading || waited > HEADING_WITHIN_MS) clearInterval(timer);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * A new page begins at its heading, for eyes and for screen readers; so does the first one after a login. A page that was
 * opened by its address leaves the browser's own start.
 */
export function useFocusOnNavigation(pathname: string): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === pathname || (isFirst && !cameByLogin())) {
      before.current = pathname;
      return;
    }
    before.current = pathname;
    const left = document.activeElement;
    // Who goes from tab to tab stays among them (ARIA Authoring Practices, tabs).
    if (left?.closest('.tab-list')) return;
    return focusComingHeading(left);
  }, [pathname]);
}

/**
 * Where keys are used, the focus is never lost: when what had it goes away (a chip that was removed, a button that did its
 * work), the nearest that is left and can have it gets it (ux-guide 10). Who uses a pointer notices nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let way: Element[] = [];
    let hasKeys = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopWaiting = (): void => undefined;
    const focused = (event: FocusEvent): void => {
      if (event.target !== keeper) keeper = undefined;
      way = [];
      for (let at = event.target as Element | null; at && at !== document.body; at = at.parentElement) way.push(at);
    };
    const find = (): void => {
      timer = undefined;
      if (!isFree() || document.querySelector('dialog:modal')) return;
      const place = nearest(way);
      const [lost] = way;
      keeper = place;
      place?.focus({ preventScroll: true });
      // the code of the page is still on its way, or texts of it that have hidden it once more
      if (place?.id === 'content') stopWaiting = focusComingHeading(place, lost);
    };
    const changed = (): void => {
      if (!hasKeys || timer !== undefined || way.length === 0 || !isFree()) return;
      timer = setTimeout(find, LOST_AFTER_MS);
    };
    const keyed = (): void => {
      hasKeys = true;
    };
    const pointed = (): void => {
      hasKeys = false;
    };
    const seen = new MutationObserver(changed);
    seen.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
    document.addEventListener('focusin', focused);
    document.addEventListener('keydown', keyed, true);
    document.addEventListener('pointerdown', pointed, true);
    return () => {
      clearTimeout(timer);
      stopWaiting();
      seen.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('keydown', keyed, true);
      document.removeEventListener('pointerdown', pointed, true);
    };
  }, []);
}

const isSeen = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;

/** By the Tab key, or by a script, as a row or a panel has it. */
const canHaveFocus = (element: Element | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(`${FOCUSABLE}, [tabindex]`) && isSeen(element);

/** The lost one if it is back, or else what can have the focus in the closest surroundings that are left. */
function nearest(way: readonly Element[]): HTMLElement | undefined {
  const main = document.getElementById('content');
  const [lost] = way;
  // A page that is drawn anew has another heading.
  const around = lost?.tagName === 'H1' ? [] : way;
  if (around.length > 0 && canHaveFocus(lost)) return lost;
  for (const one of around) {
    if (!(one instanceof HTMLElement) || !isSeen(one)) continue;
    if (one === main) break;
    const inside = [one, ...one.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const found = inside.find((each) => each.matches(FOCUSABLE) && isSeen(each));
    if (found) return found;
  }
  return shownHeading() ?? main ?? undefined;
}
