import { useTranslation } from 'react-i18next';
import { breadcrumbOf, type ConsoleRoute } from '../routing/console-routes.ts';
import { useMenu, useRoutes } from '../routing/use-routes.ts';
import { TabLink } from '../tabs/tab-link.tsx';

/** The way to the shown page; the last crumb carries the record's name where the page has said it. */
export function Breadcrumb({ route, title }: { route: ConsoleRoute; title: string }) {
  const { t } = useTranslation('console');
  const crumbs = breadcrumbOf(useMenu(), useRoutes(), route);
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={t('breadcrumb')} className="breadcrumb">
      <ol>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={`${index}-${crumb.title}`} aria-current={isLast ? 'page' : undefined}>
              {crumb.to ? <TabLink to={crumb.to}>{crumb.title}</TabLink> : isLast ? title || crumb.title : crumb.title}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
