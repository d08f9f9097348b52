import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, type ButtonProps, IconButton } from '../button/button.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';
import type { Anchor, Side } from '../placement/place-popover.ts';
import { Popover } from '../placement/popover.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import './menu.css';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: IconName;
  /** A short text at the end, such as a shortcut or the present value. */
  hint?: ReactNode;
  /** Makes the entry one of a choice. */
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled, shown with it. */
  reason?: string | undefined;
  /** A line above this entry. */
  divided?: boolean;
  /** A page of the console; `onSelect` runs too when both are given. */
  to?: string;
  onSelect?: () => void;
}

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
  anchor: Anchor;
  side?: Side;
  align?: 'start' | 'end';
  onClose: () => void;
}

/**
 * The open menu itself; hang it on a button with `MenuButton`, or on a point for a right-click. Without entries it waits for
 * them.
 */
export function Menu({ label, entries, anchor, side, align, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  const isWaiting = entries.length === 0;
  useEffect(() => {
    if (isWaiting) return;
    const checked = list.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    (checked ?? list.current?.querySelector<HTMLElement>('.menu-item'))?.focus();
  }, [isWaiting]);

  const move = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      items.at(index % items.length)?.focus();
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Tab') onClose();
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Typing the first letters finds an entry (ARIA Authoring Practices, menu).
      const text = (event.timeStamp - typed.current.at < 600 ? typed.current.text : '') + event.key.toLowerCase();
      typed.current = { text, at: event.timeStamp };
      const found = items.findIndex((item) => item.textContent?.trim().toLowerCase().startsWith(text));
      if (found >= 0) go(found);
    }
    event.stopPropagation();
  };

  return (
    <Popover anchor={anchor} side={side} align={align} onClose={onClose} className="menu" onKeyDown={move}>
      <div role="menu" aria-label={label} aria-busy={isWaiting} ref={list}>
        {isWaiting && <Skeleton height={32} />}
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} onClose={onClose} />
        ))}
      </div>
    </Popover>
  );
}

function Entry({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  const reason = entry.disabled ? entry.reason : undefined;
  const select = () => {
    if (entry.disabled) return;
    onClose();
    entry.onSelect?.();
  };
  const shared = {
    role: entry.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': entry.checked,
    'aria-disabled': entry.disabled || undefined,
    tabIndex: -1,
    className: entry.danger ? 'menu-item menu-item-danger' : 'menu-item',
    onClick: select,
  } as const;
  const content = (
    <>
      {entry.checked === undefined ? (
        entry.icon && <Icon name={entry.icon} />
      ) : (
        <span style={{ visibility: entry.checked ? 'visible' : 'hidden' }}>
          <Icon name="check" />
        </span>
      )}
      {reason === undefined ? (
        entry.label
      ) : (
        <span className="menu-item-reason">
          {entry.label}
          <small>{reason}</small>
        </span>
      )}
      {entry.hint !== undefined && <span className="menu-item-hint">{entry.hint}</span>}
      {entry.danger && !entry.icon && (
        <span className="menu-item-hint">
          <Icon name="warning" size={14} />
        </span>
      )}
    </>
  );
  return (
    <>
      {entry.divided && <hr className="menu-line" />}
      {entry.to && !entry.disabled ? (
        <Link to={entry.to} {...shared}>
          {content}
        </Link>
      ) : (
        <button type="button" {...shared}>
          {content}
        </button>
      )}
    </>
  );
}

export interface MenuButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Name of button and menu; shown beside the icon unless `iconOnly`. */
  label: string;
  iconOnly?: boolean;
  entries: readonly MenuEntry[];
  side?: Side;
  align?: 'start' | 'end';
}

export function MenuButton({
  label,
  entries,
  side,
  align = 'end',
  iconOnly,
  icon,
  children,
  ...rest
}: MenuButtonProps) {
  const [anchor, setAnchor] = useState<Element>();
  const id = useId();
  const shared = {
    ...rest,
    id,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== undefined,
    onClick: (event: { currentTarget: Element }) => {
      const button = event.currentTarget;
      setAnchor((open) => (open ? undefined : button));
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key === 'ArrowDown' && !anchor) {
        event.preventDefault();
        setAnchor(event.currentTarget);
      }
    },
  };
  return (
    <>
      {iconOnly ? (
        <IconButton {...shared} icon={icon ?? 'more'} label={label} />
      ) : (
        <Button {...shared} icon={icon} aria-label={children === undefined ? undefined : label}>
          {children ?? label}
          <Icon name="down" size={14} />
        </Button>
      )}
      {anchor && (
        <Menu
          label={label}
          entries={entries}
          anchor={anchor}
          side={side}
          align={align}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
