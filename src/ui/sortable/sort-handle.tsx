import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Menu } from '../menu/menu.tsx';
import type { Sortable } from './use-sortable.ts';
import './sortable.css';

export interface SortHandleProps {
  sortable: Sortable;
  place: number;
  disabled?: boolean | undefined;
  tabIndex?: number;
}

/** What an item is moved by: dragged, by Alt with the arrow keys, or pressed for a menu (WCAG 2.5.7). */
export function SortHandle({ sortable, place, disabled, tabIndex }: SortHandleProps) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<Element>();
  const button = useRef<HTMLButtonElement>(null);
  /** Where a press began: one that ends elsewhere has dragged, and opens nothing. */
  const pressedAt = useRef(place);
  const { count, nameOf } = sortable;
  const name = nameOf(place);
  const move = (to: number) => {
    sortable.move(place, to);
    // an item that goes to another place may lose the focus
    requestAnimationFrame(() => button.current?.focus());
  };
  const pressed = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(place + by);
  };
  const [isFirst, isLast] = [place === 0, place === count - 1];
  return (
    <>
      <IconButton
        ref={button}
        small
        icon="grip"
        className="sort-handle"
        label={t('sort.handle', { name })}
        disabled={disabled}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onPointerDown={(event) => {
          pressedAt.current = place;
          sortable.drag(event);
        }}
        onKeyDown={pressed}
        onClick={(event) => {
          const isKey = event.detail === 0;
          if (isKey || pressedAt.current === place) setAnchor(anchor ? undefined : event.currentTarget);
        }}
      />
      {anchor && (
        <Menu
          label={t('sort.menu', { name })}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          entries={[
            { key: 'up', label: t('sort.up'), disabled: isFirst, onSelect: () => move(place - 1) },
            {
              key: 'down',
              label: t('sort.down'),

              disabled: isLast,
              onSelect: () => move(place + 1),
            },
            { key: 'first', label: t('sort.first'), disabled: isFirst, divided: true, onSelect: () => move(0) },
            { key: 'last', label: t('sort.last'), disabled: isLast, onSelect: () => move(count - 1) },
          ]}
        />
      )}
    </>
  );
}

/** Says what was moved where. */
export function SortStatus({ sortable }: { sortable: Sortable }) {
  return (
    <p role="status" className="hidden-text">
      {sortable.said}
    </p>
  );
}
