import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placePopover } from '../placement/place-popover.ts';
import '../placement/popover.css';
import './tooltip.css';

const DELAY_MS = 300;

export interface TooltipProps {
  text: ReactNode;
  children: ReactNode;
  className?: string;
  /** Makes a plain text reachable by keyboard; leave it out where the child takes focus itself. */
  focusable?: boolean;
}

/** Opens on hover and on focus, stays while hovered, goes with Escape (WCAG 1.4.13). */
export function Tooltip({ text, children, className, focusable }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const later = (act: () => void, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (element: Element, delay = DELAY_MS) => later(() => setAnchor(element), delay);
  const close = (delay = 120) => later(() => setAnchor(undefined), delay);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only show the description of what is inside
    <span
      className={`tooltip-anchor ${className ?? ''}`}
      tabIndex={focusable ? 0 : undefined}
      aria-describedby={anchor ? id : undefined}
      onPointerEnter={(event) => event.pointerType !== 'touch' && open(event.currentTarget)}
      onPointerLeave={() => close()}
      onFocus={(event) => event.target.matches(':focus-visible') && open(event.currentTarget, 0)}
      onBlur={() => close(0)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !anchor) return;
        event.stopPropagation();
        close(0);
      }}
    >
      {children}
      {anchor && (
        <Bubble id={id} anchor={anchor}>
          {text}
        </Bubble>
      )}
    </span>
  );
}

function Bubble({ id, anchor, children }: { id: string; anchor: Element; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current;
    if (!element) return;
    element.showPopover();
    placePopover(element, anchor, 'above');
  }, [anchor]);
  return (
    <span ref={bubble} id={id} role="tooltip" popover="manual" className="popover tooltip">
      {children}
    </span>
  );
}
