import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { type ConsoleRoute, nodeAt, targetOf } from '../routing/console-routes.ts';
import { surroundings, useMenu } from '../routing/use-routes.ts';
import { TabLink } from '../tabs/tab-link.tsx';

/** A page of an allowed site inside the console; it gets no access to the console around it. */
export function IframePage({ title, url }: { title: string; url: string }) {
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      <iframe
        className="page-iframe"
        title={title}
        src={url}
        sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </>
  );
}

/** What an always-shown group holds: the pages below it. */
export function GroupPage({ route }: { route: ConsoleRoute }) {
  const menu = useMenu();
  const children = nodeAt(menu, route.path)?.children ?? [];
  return (
    <Card title={<h1 tabIndex={-1}>{route.title}</h1>}>
      <ul className="group-entries">
        {children
          .filter((node) => !node.hidden && targetOf(node, surroundings()))
          .map((node) => (
            <li key={node.id}>
              <MenuLink node={node} className="side-entry" />
            </li>
          ))}
      </ul>
    </Card>
  );
}

interface MenuLinkProps {
  node: ReturnType<typeof useMenu>[number];
  className: string;
  isIconOnly?: boolean;
  isCurrent?: boolean;
  onClick?: () => void;
}

/** A menu entry as a link: inside the console, or to another site in a window of its own. */
export function MenuLink({ node, className, isIconOnly = false, isCurrent = false, onClick }: MenuLinkProps) {
  const { t } = useTranslation('console');
  const target = targetOf(node, surroundings());
  if (!target) return null;
  const shared = {
    className,
    onClick,
    title: isIconOnly ? node.meta.title : undefined,
    'aria-label': isIconOnly ? node.meta.title : undefined,
  };
  const body = (
    <>
      <Icon name={iconOf(node.meta.icon, 'dot')} size={18} />
      {!isIconOnly && <span>{node.meta.title}</span>}
    </>
  );
  if (target.kind !== 'external') {
    return (
      <TabLink {...shared} to={target.path} aria-current={isCurrent ? 'page' : undefined}>
        {body}
      </TabLink>
    );
  }
  return (
    <a {...shared} href={target.url} target="_blank" rel="noopener noreferrer">
      {body}
      {!isIconOnly && <Icon name="external" size={14} label={t('menu.external')} />}
    </a>
  );
}
