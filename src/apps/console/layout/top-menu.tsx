import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { MenuLink } from '../pages/menu-pages.tsx';
import { countFitting } from './count-fitting.ts';
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
        <li className="top-more" data-overflows={hidden.length === 0 || undefined}>
          <MenuFlyout nodes={hidden} label={t('menu.more')} current={current} side="below" className="top-entry">
            <Icon name="more" size={16} />
            <span>{t('menu.more')}</span>
            <Icon name="down" size={14} />
          </MenuFlyout>
        </li>
      </ul>
    </nav>
  );
}

/** What gives way before an entry goes behind "More", in this order: the entries' icons, the name of the user, both. */
const STEPS = [
  { isDense: false, isTight: false },
  { isDense: true, isTight: false },
  { isDense: false, isTight: true },
  { isDense: true, isTight: true },
] as const;

/** How many first entries have room; those beyond are drawn invisibly, so that their width stays known. */
function useFitting(bar: RefObject<HTMLElement | null>, nodes: readonly MenuNode[]): number {
  const [fitting, setFitting] = useState(nodes.length);
  useLayoutEffect(() => {
    const element = bar.current;
    const header = element?.parentElement;
    if (!element || !header) return;
    const measure = (): void => {
      let count = 0;
      for (const { isDense, isTight } of STEPS) {
        element.toggleAttribute('data-dense', isDense);
        header.toggleAttribute('data-tight', isTight);
        const widths = [...element.querySelectorAll<HTMLElement>(':scope > ul > li')].map((item) => item.offsetWidth);
        count = countFitting(widths.slice(0, -1), widths.at(-1) ?? 0, element.clientWidth);
        if (count === nodes.length) break;
      }
      setFitting(count);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      header.removeAttribute('data-tight');
    };
  }, [bar, nodes]);
  return fitting;
}
