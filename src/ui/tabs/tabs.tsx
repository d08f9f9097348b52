import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInSight } from './use-in-sight.ts';
import './tabs.css';

export interface TabItem {
  key: string;
  label: ReactNode;
  count?: number | undefined;
  disabled?: boolean | undefined;
}

/** Beyond this a tab has room for the short form only: 8.9K, 1.2万. */
const MOST_IN_FULL = 9_999;
function useCountText(): (count: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
    return (count) => (count > MOST_IN_FULL ? short.format(count) : String(count));
  }, [i18n.language]);
}

export interface TabsProps {
  /** Spoken name of the strip. */
  label: string;
  items: readonly TabItem[];
  current: string;
  onChange: (key: string) => void;
  /** The panel of the current tab; without it the tabs filter what stands below. */
  children?: ReactNode;
  controls?: string;
}

/** Tabs after the ARIA Authoring Practices: arrows move and select, Home and End jump. */
export function Tabs({ label, items, current, onChange, children, controls }: TabsProps) {
  const countText = useCountText();
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  useInSight(
    strip,
    items.findIndex((item) => item.key === current),
  );
  const panel = controls ?? (children === undefined ? undefined : `${id}panel`);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const open = items.filter((item) => !item.disabled);
    const at = open.findIndex((item) => item.key === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = open.at(to % open.length);
    if (!next) return;
    onChange(next.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[items.indexOf(next)]?.focus();
  };
  return (
    <>
      <div ref={strip} role="tablist" aria-label={label} className="tabs" onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}${item.key}`}
            className="tab"
            disabled={item.disabled}
            aria-selected={item.key === current}
            aria-controls={panel}
            tabIndex={item.key === current ? 0 : -1}
            onClick={() => onChange(item.key)}
          >
            {item.label}
            {item.count !== undefined && <span className="tab-count">{countText(item.count)}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={panel} aria-labelledby={`${id}${current}`}>
          {children}
        </div>
      )}
    </>
  );
}
