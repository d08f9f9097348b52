import { useEffect, useRef } from 'react';
import { placePopover } from '../placement/place-popover.ts';
import '../placement/popover.css';
import '../tooltip/tooltip.css';

const LEAVES_AFTER_MS = 120;

/**
 * Why the button before it cannot be pressed: seen while that has the pointer or the focus of keys, and once it is pressed, which
 * is how a finger asks; goes with Escape, and stays under the pointer (WCAG 1.4.13). A sibling, so that the button stays the same
 * element when a reason comes or goes.
 */
export function Because({ text }: { text: string }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current;
    const button = element?.previousElementSibling;
    if (!element || !button) return;
    const gone = new AbortController();
    let shown: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      shown?.abort();
      shown = undefined;
      element.hidePopover();
    };
    const show = () => {
      clearTimeout(timer);
      if (shown) return;
      shown = new AbortController();
      const { signal } = shown;
      const isElsewhere = ({ target }: Event) => !button.contains(target as Node) && !element.contains(target as Node);
      document.addEventListener('pointerdown', (event) => isElsewhere(event) && hide(), { signal });
      document.addEventListener('scroll', hide, { signal, capture: true, passive: true });
      element.showPopover();
      placePopover(element, button, 'above');
    };
    const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
      target.addEventListener(type, act, { signal: gone.signal });
    const isTouch = (event: Event) => (event as PointerEvent).pointerType === 'touch';
    for (const part of [button, element]) {
      on(part, 'pointerenter', (event) => !isTouch(event) && show());
      on(part, 'pointerleave', (event) => {
        if (!isTouch(event)) timer = setTimeout(hide, LEAVES_AFTER_MS);
      });
    }
    on(button, 'focus', () => button.matches(':focus-visible') && show());
    on(button, 'blur', hide);
    on(button, 'click', show);
    // the words are no part of the row or card around them
    on(element, 'click', (event) => event.stopPropagation());
    on(button, 'keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape' || !shown) return;
      event.preventDefault();
      event.stopPropagation();
      hide();
    });
    return () => {
      hide();
      gone.abort();
    };
  }, []);
  return (
    <span ref={bubble} role="tooltip" popover="manual" className="popover tooltip">
      {text}
    </span>
  );
}
