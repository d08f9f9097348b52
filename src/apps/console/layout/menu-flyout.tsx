import { type ReactNode, useState } from 'react';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import type { Side } from '#ui/placement/place-popover.ts';
import { Popover } from '#ui/placement/popover.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { holds } from './menu-tree.ts';

interface MenuFlyoutProps {
  nodes: readonly MenuNode[];
  label: string;
  current: string | undefined;
  side: Side;
  className: string;
  isIconOnly?: boolean;
  children: ReactNode;
}

/** A button that shows the entries of a group beside it: links, so a disclosure and not a menu (ARIA Authoring Practices). */
export function MenuFlyout({ nodes, label, current, side, className, isIconOnly, children }: MenuFlyoutProps) {
  const [anchor, setAnchor] = useState<Element>();
  const close = (): void => setAnchor(undefined);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-expanded={anchor !== undefined}
        aria-label={isIconOnly ? label : undefined}
        data-tip={isIconOnly ? label : undefined}
        data-current={nodes.some((node) => holds(node, current)) || undefined}
        onClick={(event) => {
          const button = event.currentTarget;
          setAnchor((open) => (open ? undefined : button));
        }}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {children}
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          side={side}
          className="menu-flyout"
          onClose={close}
          onBlur={(event) => {
            const to = event.relatedTarget;
            if (to && !event.currentTarget.contains(to) && to !== anchor) close();
          }}
        >
          {isIconOnly && <div className="menu-group">{label}</div>}
          <MenuEntries nodes={nodes} current={current} isFolding={false} onChosen={close} />
        </Popover>
      )}
    </>
  );
}
