import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import type { MenuNode } from '#system/session/contract/permission.ts';
import { IconButton } from '#ui/button/button.tsx';
import { MenuLink } from '../pages/menu-pages.tsx';
import { targetOf } from '../routing/console-routes.ts';
import { surroundings } from '../routing/use-routes.ts';

interface SideMenuProps {
  menu: readonly MenuNode[];
  pathname: string;
  isCollapsed: boolean;
  /** Under 1088 px the menu is a drawer over the page. */
  isDrawer: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** The server's menu; hidden entries are routes only. */
export function SideMenu({ menu, pathname, isCollapsed, isDrawer, isOpen, onClose }: SideMenuProps) {
  const { t } = useTranslation('console');
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isDrawer) return;
    if (isOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [isDrawer, isOpen]);
  const body = (
    <>
      <div className="side-brand">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        {!isCollapsed && <span>{runtimeConfig().productName}</span>}
        {isDrawer && <IconButton icon="close" label={t('menu.close')} onClick={onClose} />}
      </div>
      <nav aria-label={t('menu.label')}>
        <Entries nodes={menu} pathname={pathname} isCollapsed={isCollapsed} onChosen={onClose} />
      </nav>
    </>
  );
  if (!isDrawer) return <aside className="side-menu">{body}</aside>;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the native dialog; the press beside it is for the pointer
    <dialog
      ref={drawer}
      className="side-drawer"
      aria-label={t('menu.label')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {body}
    </dialog>
  );
}

function Entries({
  nodes,
  pathname,
  isCollapsed,
  onChosen,
}: {
  nodes: readonly MenuNode[];
  pathname: string;
  isCollapsed: boolean;
  onChosen: () => void;
}) {
  return (
    <ul className="side-entries">
      {nodes
        .filter((node) => !node.hidden && (node.children?.length || targetOf(node, surroundings())))
        .map((node) => {
          const children = (node.children ?? []).filter((child) => !child.hidden);
          if (children.length > 0) {
            return (
              <li key={node.id}>
                {!isCollapsed && <div className="side-group">{node.meta.title}</div>}
                <Entries nodes={children} pathname={pathname} isCollapsed={isCollapsed} onChosen={onChosen} />
              </li>
            );
          }
          return (
            <li key={node.id}>
              <MenuLink
                node={node}
                className="side-entry"
                isIconOnly={isCollapsed}
                isCurrent={pathname === node.path || pathname.startsWith(`${node.path}/`)}
                onClick={onChosen}
              />
            </li>
          );
        })}
    </ul>
  );
}
