import { keyNames } from '../keyboard/key-names.ts';
import { placePopover } from '../placement/place-popover.ts';
import '../placement/popover.css';
import './tooltip.css';

const OPENS_AFTER_MS = 400;
const LEAVES_AFTER_MS = 120;
const LONG_PRESS_MS = 500;
/** An anchor wider than this has its tooltip at the pointer. */
const WIDE = 240;

/** What has a tooltip: one that it names, or its own text where that is cut off. */
const TIPPED = '[data-tip], [data-tip-cut], .record-table :is(td, th)';
/** Keys that lead from one control to the next. */
const WALKING = /^(Tab|Home|End|Arrow\w+)$/;
/** Cannot be pressed now; a press shows why. */
const HELD = '[aria-disabled="true"][data-tip]';

/** Runs on, or is left out where there is little room. */
const isCut = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth || element.getClientRects().length === 0;

function textOf(element: HTMLElement): string {
  const { tip, tipCut } = element.dataset;
  if (tip) return tip;
  const hasCut = isCut(element) || [...element.querySelectorAll('span:not(.hidden-text), a')].some(isCut);
  return hasCut ? tipCut || (element.textContent ?? '').trim() : '';
}

function findTipped(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(TIPPED)) || undefined;
}

/** With the focus also what is inside of a control, such as the name of a tab. */
function findFocused(target: EventTarget | null): HTMLElement | undefined {
  const isControl = target instanceof Element && target.matches('a, button, [role=tab]');
  return findTipped(target) ?? ((isControl && target.querySelector<HTMLElement>(TIPPED)) || undefined);
}

/** The layer that holds the element: what lies outside of a modal dialog cannot be hovered. */
const layerOf = (element: Element): Element => element.closest('dialog, [popover]') ?? document.body;

/**
 * The one tooltip of the page. Elements declare theirs by attributes, so that ten thousand cells cost nothing: `data-tip` is the
 * text, `data-tip-keys` a shortcut such as `mod+s`, `data-tip-cut` says that the element's text (or the one it names) may not be
 * seen whole. It opens on hover, on the focus of keys and on a long press, stays while it is hovered, and goes with Escape (WCAG 1.4.13).
 */
export function startTooltips(): void {
  const bubble = makeBubble();
  let anchor: HTMLElement | undefined;
  let awaited: HTMLElement | undefined;
  let undescribe: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The focus that comes with a press, or with a dialog that opens, opens no tooltip. */
  let isWalking = false;

  const changed = new MutationObserver(() => {
    if (!anchor) return;
    if (!anchor.isConnected || !anchor.checkVisibility()) hide();
    else if (textOf(anchor) !== bubble.firstChild?.textContent) show(anchor);
  });

  const later = (act: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };

  function hide(): void {
    clearTimeout(timer);
    awaited = undefined;
    if (!anchor) return;
    anchor = undefined;
    changed.disconnect();
    bubble.remove();
    undescribe?.();
    undescribe = undefined;
  }

  function show(element: HTMLElement, x?: number): void {
    hide();
    const text = element.isConnected ? textOf(element) : '';
    if (text === '') return;
    anchor = element;
    bubble.replaceChildren(text, ...keysOf(element));
    layerOf(element).append(bubble);
    bubble.showPopover();
    const box = element.getBoundingClientRect();
    const isWide = x !== undefined && box.width > WIDE;
    placePopover(bubble, isWide ? new DOMRect(x, box.y, 0, box.height) : element, 'above', 'centre');
    undescribe = describe(element, text, bubble.id);
    changed.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-tip', 'hidden', 'open', 'style'],
    });
  }

  const on = <Type extends keyof DocumentEventMap>(type: Type, act: (event: DocumentEventMap[Type]) => void): void =>
    document.addEventListener(type, act, { capture: true, passive: type !== 'keydown' });

  on('pointerover', ({ target, pointerType, clientX }) => {
    if (pointerType === 'touch') return;
    const found = bubble.contains(target as Node) ? anchor : findTipped(target);
    if (found && found === anchor) {
      awaited = undefined;
      clearTimeout(timer);
    } else if (found) {
      if (found === awaited) return;
      awaited = found;
      // from one to the next without waiting
      later(() => show(found, clientX), anchor ? LEAVES_AFTER_MS : OPENS_AFTER_MS);
    } else if (anchor || awaited) {
      awaited = undefined;
      later(hide, LEAVES_AFTER_MS);
    }
  });
  document.documentElement.addEventListener('pointerleave', () => later(hide, LEAVES_AFTER_MS));

  on('pointerdown', ({ target, pointerType }) => {
    isWalking = false;
    if (bubble.contains(target as Node)) return;
    hide();
    const found = pointerType === 'touch' ? findTipped(target) : undefined;
    if (found) later(() => show(found), LONG_PRESS_MS);
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    on(type, ({ pointerType }) => pointerType === 'touch' && !anchor && clearTimeout(timer));
  on('click', ({ target }) => {
    const held = target instanceof Element ? target.closest<HTMLElement>(HELD) : null;
    if (held) show(held);
    else if (!bubble.contains(target as Node)) hide();
  });

  on('focusin', ({ target }) => {
    const found = isWalking ? findFocused(target) : undefined;
    if (found) show(found);
  });
  on('focusout', () => hide());
  on('input', () => hide());
  on('scroll', ({ target }) => anchor && (target as Node).contains(anchor) && hide());

  on('keydown', (event) => {
    isWalking = WALKING.test(event.key);
    if (event.key !== 'Escape' || !anchor || event.isComposing) return;
    // it takes the key where it belongs to what has the focus; elsewhere it only gets out of the way
    if (anchor.contains(document.activeElement)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    hide();
  });
}

function makeBubble(): HTMLElement {
  const bubble = document.createElement('div');
  bubble.id = 'tooltip';
  bubble.role = 'tooltip';
  bubble.popover = 'manual';
  bubble.className = 'popover tooltip';
  return bubble;
}

/** Read out with the focus, where the element's own words do not say it already. Answers what takes it back. */
function describe(element: HTMLElement, text: string, tipId: string): (() => void) | undefined {
  const focused = document.activeElement;
  const described = focused && element.contains(focused) ? focused : element;
  if (described.ariaLabel === text || described.ariaDescription === text || element.dataset['tip'] === undefined) {
    return undefined;
  }
  const before = described.getAttribute('aria-describedby');
  described.setAttribute('aria-describedby', [before, tipId].filter(Boolean).join(' '));
  return () => {
    if (before === null) described.removeAttribute('aria-describedby');
    else described.setAttribute('aria-describedby', before);
  };
}

/** Shortcuts of one letter may be turned off (WCAG 2.1.4): then they are not offered. */
function keysOf({ dataset }: HTMLElement): Element[] {
  const keys = dataset['tipKeys'];
  if (!keys || (keys.length === 1 && document.documentElement.hasAttribute('data-no-letter-keys'))) return [];
  return keyNames(keys).map((name) => Object.assign(document.createElement('kbd'), { textContent: name }));
}
