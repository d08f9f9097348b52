import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { IconButton } from '#ui/button/button.tsx';
import { enterModal } from '#ui/dialog/modal-stack.ts';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { MenuLink } from '../pages/menu-pages.tsx';
import { Brand } from './brand.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { MenuFlyout } from './menu-flyout.tsx';
import { openAtFirst } from './menu-tree.ts';

interface MenuProps {
  nodes: readonly MenuNode[];
  current: string | undefined;
}

/** The entry of the open page is in sight, where the menu scrolls by itself. The page stays where it stands. */
function showEntry(menu: HTMLElement | null): void {
  const entry = menu?.querySelector('[aria-current=page]');
  if (!menu || !entry) return;
  const head = menu.firstElementChild?.clientHeight ?? 0;
  const [room, own] = [menu.getBoundingClientRect(), entry.getBoundingClientRect()];
  const isInSight = own.top >= room.top + head && own.bottom <= room.bottom;
  if (!isInSight) menu.scrollTop += own.top - room.top - room.height / 2;
}

/** The server's menu at the side: 200 px with words, 80 px with icons whose groups open beside them. */
export const SideMenu = memo(PlainSideMenu);

function PlainSideMenu({ nodes, current, isOpen }: MenuProps & { isOpen: boolean }) {
  const { t } = useTranslation('console');
  const menu = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another page another entry
  useEffect(() => showEntry(menu.current), [current, isOpen]);
  return (
    <aside className="side-menu">
      <div ref={menu} className="side-scroll">
        <Brand isShort={!isOpen} />
        <nav aria-label={t('menu.label')}>
          {isOpen ? (
            <MenuEntries
              nodes={nodes}
              current={current}
              isFolding
              startOpen={openAtFirst(nodes)}
              onChosen={() => undefined}
            />
          ) : (
            <ul className="menu-entries menu-icons">
              {nodes.map((node) => (
                <li key={node.id}>
                  {node.children ? (
                    <MenuFlyout
                      nodes={node.children}
                      label={node.meta.title}
                      current={current}
                      side="aside"
                      className="side-entry"
                      isIconOnly
                    >
                      <Icon name={iconOf(node.meta.icon, 'folder')} size={18} />
                    </MenuFlyout>
                  ) : (
                    <MenuLink node={node} className="side-entry" isIconOnly isCurrent={node.path === current} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </nav>
      </div>
    </aside>
  );
}

/** Under 1088 px, whatever the navigation mode, the menu is a drawer over the page. */
export function MenuDrawer({ nodes, current, isOpen, onClose }: MenuProps & { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('console');
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = drawer.current;
    if (!element || !isOpen) return;
    element.showModal();
    showEntry(element);
    const leave = enterModal(element);
    return () => {
      leave();
      element.close();
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the native dialog; the press beside it is for the pointer
    <dialog
      ref={drawer}
      className="side-drawer"
      aria-label={t('menu.label')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="side-drawer-head">
        <Brand isShort={false} />
        <IconButton icon="close" label={t('menu.close')} onClick={onClose} />
      </div>
      <nav aria-label={t('menu.label')}>
        <MenuEntries nodes={nodes} current={current} isFolding startOpen={openAtFirst(nodes)} onChosen={onClose} />
      </nav>
    </dialog>
  );
}
