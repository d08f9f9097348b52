import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { useSession } from '#system/session/web/session-store.ts';
import { TransferNews } from '#system/transfers/web/index.ts';
import { UiHosts } from '#ui/hosts.tsx';
import { FramePage, isFramePage } from '../pages/frame-pages.tsx';
import { type ConsoleRoute, homeOf, matchRoute, redirectOf, WELCOME } from '../routing/console-routes.ts';
import { documentTitle } from '../routing/document-title.ts';
import { detailRouteOf } from '../routing/remembered-routes.ts';
import { registerDetail, useMenu, useRoutes } from '../routing/use-routes.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TabPages } from '../tabs/tab-pages.tsx';
import { useTabScroll } from '../tabs/use-tab-scroll.ts';
import { close, restoreTabs, showTab, useTabs } from '../tabs/use-tabs.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Header } from './header.tsx';
import { SideMenu } from './side-menu.tsx';
import './layout.css';

const COLLAPSED = 'SIDEBAR_TYPE';
const NARROW = '(max-width: 1087.98px)';

/** Side menu, header, tabs, page, footer: what stays while pages come and go. */
export function Frame() {
  const { t } = useTranslation('console');
  const menu = useMenu();
  const routes = useRoutes();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isNarrow = useMatches(NARROW);
  const [isCollapsed, setCollapsed] = useState(() => readStored<boolean>(COLLAPSED) ?? false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const match = useMemo(() => matchRoute(routes, pathname), [routes, pathname]);
  const detail = useMemo(() => match && detailRouteOf(match, pathname), [match, pathname]);
  const route = detail ?? match?.route;
  useTabOfAddress(pathname, search, route?.name, routes);
  useEffect(() => {
    if (detail) registerDetail(detail);
  }, [detail]);
  const title = usePageTitle(pathname, route?.title);
  useFocusOnNavigation(pathname);
  useTabScroll(pathname);
  const onClose = useCallback(
    (id: string) => {
      const url = close(id, 'one', WELCOME);
      if (url) void navigate(url);
    },
    [navigate],
  );

  if (pathname === '/') return <Navigate to={WELCOME} replace />;
  // Whoever is logged in has no use for the login page.
  if (/^\/user(\/|$)/.test(pathname)) return <Navigate to={homeOf(routes)} replace />;
  const target = route ? undefined : redirectOf(menu, pathname);
  if (target) return <Navigate to={target} replace />;
  if (!route && !isFramePage(pathname)) return <Navigate to="/404" replace />;

  const toggle = (): void => {
    if (isNarrow) setDrawerOpen(!isDrawerOpen);
    else {
      writeStored(COLLAPSED, !isCollapsed);
      setCollapsed(!isCollapsed);
    }
  };
  return (
    <div className={isCollapsed && !isNarrow ? 'frame frame-collapsed' : 'frame'}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <SideMenu
        menu={menu}
        pathname={pathname}
        isCollapsed={isCollapsed && !isNarrow}
        isDrawer={isNarrow}
        isOpen={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
      />
      <div className="frame-main">
        <Header isExpanded={isNarrow ? isDrawerOpen : !isCollapsed} onToggle={toggle} />
        <ConnectionBar />
        {!isNarrow && <TabBar routes={routes} />}
        <main id="content" className="frame-content" tabIndex={-1} aria-label={title}>
          {route && !isNarrow && <Breadcrumb route={route} title={title} />}
          <div hidden={!route} className="frame-pages">
            <TabPages routes={routes} onClose={onClose} />
          </div>
          {!route && <FramePage pathname={pathname} />}
        </main>
        <footer className="frame-footer">
          © {new Date().getFullYear()} {runtimeConfig().productName}
        </footer>
      </div>
      <UiHosts />
      <TransferNews />
    </div>
  );
}

/** The tab of the address, with welcome always first. */
function useTabOfAddress(
  pathname: string,
  search: string,
  route: string | undefined,
  routes: readonly ConsoleRoute[],
): void {
  const isRestored = useRef(false);
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true;
      restoreTabs({ id: WELCOME, url: WELCOME, route: 'dashboard-welcome' }, (path) => !!matchRoute(routes, path));
    }
    if (route) showTab({ id: pathname, url: pathname + search, route });
  }, [pathname, search, route, routes]);
}

function usePageTitle(pathname: string, title: string | undefined): string {
  const tab = useTabs((state) => state.tabs.find((one) => one.id === pathname));
  const tenant = useSession((session) => session.tenant.name);
  const shown = tab?.title ?? title ?? '';
  useEffect(() => {
    document.title = documentTitle(shown, tenant, runtimeConfig().productName);
  }, [shown, tenant]);
  return shown;
}

/** A new page begins at its heading, for eyes and for screen readers; the first one leaves the browser's own start. */
function useFocusOnNavigation(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const timer = setTimeout(() => {
      const heading = document.querySelector<HTMLElement>('#content h1:not([hidden] *)');
      if (heading?.checkVisibility()) heading.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(timer);
  }, [pathname]);
}

function useMatches(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setMatches(list.matches);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}
