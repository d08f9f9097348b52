import { useState } from 'react';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { MenuLink } from '../pages/menu-pages.tsx';
import { holds } from './menu-tree.ts';

interface MenuEntriesProps {
  nodes: readonly MenuNode[];
  /** Path of the marked entry. */
  current: string | undefined;
  /** Groups can be folded; otherwise they are headings. */
  isFolding: boolean;
  /** Ids of the groups that start open. */
  startOpen?: ReadonlySet<string>;
  onChosen: () => void;
}

/** Entries with their groups, as deep as the server's menu is. */
export function MenuEntries({ nodes, ...rest }: MenuEntriesProps) {
  return (
    <ul className="menu-entries">
      {nodes.map((node) => (
        <li key={node.id}>
          {node.children ? (
            <Group node={node} nodes={node.children} {...rest} />
          ) : (
            <MenuLink
              node={node}
              className="side-entry"
              isCurrent={node.path === rest.current}
              onClick={rest.onChosen}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Group({ node, ...rest }: MenuEntriesProps & { node: MenuNode }) {
  const isHere = holds(node, rest.current);
  const [isOpen, setOpen] = useState(rest.startOpen?.has(node.id) || isHere);
  const [wasHere, setHere] = useState(isHere);
  if (wasHere !== isHere) {
    // whoever comes into it by another way sees where he is
    setHere(isHere);
    if (isHere) setOpen(true);
  }
  if (!rest.isFolding) {
    return (
      <>
        <div className="menu-group">{node.meta.title}</div>
        <MenuEntries {...rest} />
      </>
    );
  }
  return (
    <>
      <button type="button" className="menu-group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={iconOf(node.meta.icon, 'folder')} size={16} />
        <span>{node.meta.title}</span>
        <Icon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      {isOpen && <MenuEntries {...rest} />}
    </>
  );
}
