import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuNode } from '#system/session/contract/permission.ts';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { MenuLink } from '../pages/menu-pages.tsx';
import { MenuFlyout } from './menu-flyout.tsx';

/** The server's menu in the header: groups open below it, and what has no room is behind "More". */
export function TopMenu({ nodes, current }: { nodes: readonly MenuNode[]; current: string | undefined }) {
  const { t } = useTranslation('console');
  const bar = useRef<HTMLElement>(null);
  const fitting = useFitting(bar, nodes);
  const hidden = nodes.slice(fitting);
  return (
    <nav aria-label={t('menu.label')} className="top-menu" ref={bar}>
      <ul>
        {nodes.map((node, index) => (
          <li key={node.id} data-overflows={index >= fitting || undefined}>
            {node.children ? (
              <MenuFlyout
                nodes={node.children}
                label={node.meta.title}
                current={current}
                side="below"
                className="top-entry"
              >
                <Icon name={iconOf(node.meta.icon, 'folder')} size={16} />
                <span>{node.meta.title}</span>
                <Icon name="down" size={14} />
              </MenuFlyout>
            ) : (
              <MenuLink node={node} className="top-entry" isCurrent={node.path === current} />
            )}
          </li>
        ))}
        {hidden.length > 0 && (
          <li className="top-more">
            <MenuFlyout nodes={hidden} label={t('menu.more')} current={current} side="below" className="top-entry">
              <Icon name="more" size={16} />
              <span>{t('menu.more')}</span>
            </MenuFlyout>
          </li>
        )}
      </ul>
    </nav>
  );
}

const MORE_PX = 96;

function countFitting(widths: readonly number[], room: number): number {
  let left = room;
  for (const [index, width] of widths.entries()) {
    left -= width;
    if (left < 0) return index;
  }
  return widths.length;
}

/** How many first entries have room; those beyond are drawn invisibly, so that their width stays known. */
function useFitting(bar: RefObject<HTMLElement | null>, nodes: readonly MenuNode[]): number {
  const [fitting, setFitting] = useState(nodes.length);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = (): void => {
      const widths = [...element.querySelectorAll<HTMLElement>(':scope > ul > li:not(.top-more)')].map(
        (item) => item.offsetWidth,
      );
      const room = element.clientWidth;
      const total = widths.reduce((sum, width) => sum + width, 0);
      setFitting(total <= room ? nodes.length : countFitting(widths, room - MORE_PX));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, nodes]);
  return fitting;
}
