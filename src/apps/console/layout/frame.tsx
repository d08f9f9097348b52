import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { SetupCheck } from '#domains/setup/web/index.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { AnnouncementHost } from '#system/announcements/web/console/index.ts';
import { TransferNews } from '#system/transfers/web/index.ts';
import { UiHosts } from '#ui/hosts.tsx';
import { isMobilePage } from '../mobile/addresses.ts';
import { FramePage, isFramePage, useFramePageTitle } from '../pages/frame-pages.tsx';
import { isBeforeLogin } from '../pages/open-pages.ts';
import {
  ANALYSIS,
  type ConsoleRoute,
  homeOf,
  matchRoute,
  movedTo,
  redirectOf,
  WELCOME,
} from '../routing/console-routes.ts';
import { documentTitle } from '../routing/document-title.ts';
import { detailRouteOf } from '../routing/remembered-routes.ts';
import { registerDetail, surroundings, useMenu, useRoutes } from '../routing/use-routes.ts';
import type { LayoutSettings } from '../settings-drawer/settings.ts';
import { changeSettings, keepDevice, useSettings } from '../settings-drawer/use-settings.ts';
import { LeaveGuard } from '../tabs/leave-guard.tsx';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TabPages } from '../tabs/tab-pages.tsx';
import { useTabScroll } from '../tabs/use-tab-scroll.ts';
import { close, restoreTabs, showTab, useTabs } from '../tabs/use-tabs.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Header } from './header.tsx';
import { currentEntry, shownMenu } from './menu-tree.ts';
import { MenuDrawer, SideMenu } from './side-menu.tsx';
import { TopMenu } from './top-menu.tsx';
import { useFocusOnNavigation, useKeptFocus } from './use-focus.ts';
import { useFreshRights } from './use-fresh-rights.ts';
import { useFreshWords } from './use-fresh-words.ts';
import { useLeavingHeader } from './use-leaving-header.ts';
import { NARROW, PHONE, useMatches } from './use-matches.ts';
import './layout.css';

/** Menu, header, tabs, page, footer: what stays while pages come and go. */
export function Frame() {
  const { t } = useTranslation('console');
  const menu = useMenu();
  const routes = useRoutes();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isNarrow = useMatches(NARROW);
  const isPhone = useMatches(PHONE);
  const settings = useSettings();
  useEffect(() => keepDevice(isNarrow ? 'mobile' : 'desktop'), [isNarrow]);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const shown = useMemo(() => shownMenu(menu, surroundings()), [menu]);
  const target = useMemo(() => redirectOf(menu, pathname), [menu, pathname]);
  const match = useMemo(
    () => (target === undefined ? matchRoute(routes, pathname) : undefined),
    [target, routes, pathname],
  );
  const detail = useMemo(() => match && detailRouteOf(match, pathname), [match, pathname]);
  const route = detail ?? match?.route;
  useTabOfAddress(pathname, search, route?.name, routes);
  useEffect(() => {
    if (detail) registerDetail(detail);
  }, [detail]);
  const framePageTitle = useFramePageTitle(pathname);
  const title = usePageTitle(pathname, route?.title ?? framePageTitle);
  useFocusOnNavigation(pathname);
  useKeptFocus();
  useTabScroll(pathname);
  useLeavingHeader(settings.hideHeader);
  useFreshRights();
  useFreshWords();
  const onClose = useCallback(
    (id: string) => {
      const url = close(id, 'one');
      if (url) void navigate(url);
    },
    [navigate],
  );

  if (pathname === '/') return <Navigate to={WELCOME} replace />;
  if (target) return <Navigate to={target} replace />;
  const moved = route ? undefined : movedTo(routes, pathname);
  if (moved) return <Navigate to={moved + search} replace />;
  if (!route && leadsHome(pathname)) return <Navigate to={homeOf(routes)} replace />;
  if (!route && !isFramePage(pathname)) return <Navigate to="/404" replace state={{ missing: pathname }} />;

  const current = currentEntry(menu, pathname);
  const hasTopMenu = settings.layout === 'topmenu' && !isNarrow;
  const hasTabs = settings.multiTab && !isNarrow;
  return (
    <div className={classesOf(settings, { isNarrow, isPhone, hasTopMenu, hasTabs })}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      {isNarrow ? (
        <MenuDrawer nodes={shown} current={current} isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      ) : (
        !hasTopMenu && <SideMenu nodes={shown} current={current} isOpen={settings.sidebarOpen} />
      )}
      <div className="frame-main">
        {hasTopMenu ? (
          <Header menu={<TopMenu nodes={shown} current={current} />} />
        ) : (
          <Header
            isExpanded={isNarrow ? isDrawerOpen : settings.sidebarOpen}
            onToggle={() =>
              isNarrow ? setDrawerOpen(!isDrawerOpen) : changeSettings({ sidebarOpen: !settings.sidebarOpen })
            }
          />
        )}
        {hasTabs ? <TabBar routes={routes} /> : !settings.multiTab && <LeaveGuard />}
        <AnnouncementHost />
        <main id="content" className="frame-content" tabIndex={-1} aria-label={title}>
          {route?.params && !isNarrow && <Breadcrumb route={route} title={title} />}
          <div hidden={!route} className="frame-pages">
            <TabPages routes={routes} isOnlyShown={!settings.multiTab} onClose={onClose} />
          </div>
          {!route && <FramePage pathname={pathname} />}
        </main>
        <footer className="frame-footer">
          © {new Date().getFullYear()} {runtimeConfig().productName}
        </footer>
        <ConnectionBar />
        {isPhone && (
          <BottomBar routes={routes} pathname={pathname} isMenuOpen={isDrawerOpen} onMenu={() => setDrawerOpen(true)} />
        )}
      </div>
      <SetupCheck />
      <UiHosts />
      <TransferNews />
    </div>
  );
}

/**
 * A logged-in user has no use for the pages before the login. The analysis page is home where it exists. The mobile
 * pages are a program of their own: their addresses come here only where it could not start.
 */
function leadsHome(pathname: string): boolean {
  return pathname === ANALYSIS || isMobilePage(pathname) || isBeforeLogin(pathname);
}

function classesOf(
  settings: LayoutSettings,
  { isNarrow, isPhone, hasTopMenu, hasTabs }: Record<'isNarrow' | 'isPhone' | 'hasTopMenu' | 'hasTabs', boolean>,
): string {
  const words = {
    'frame-side': !isNarrow && !hasTopMenu,
    'frame-collapsed': !settings.sidebarOpen,
    'frame-side-fixed': settings.fixedSidebar,
    'frame-header-fixed': settings.fixedHeader,
    'frame-width-fixed': hasTopMenu && settings.contentWidth === 'Fixed',
    'frame-tabs': hasTabs,
    'frame-phone': isPhone,
  };
  return ['frame', ...Object.entries(words).flatMap(([word, isOn]) => (isOn ? [word] : []))].join(' ');
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
    // Another page is on its way: the tab that has just gone on to another record must not come back.
    if (!route || location.pathname !== pathname) return;
    showTab({ id: pathname, url: pathname + search, route });
  }, [pathname, search, route, routes]);
}

function usePageTitle(pathname: string, title: string | undefined): string {
  const own = useTabs((state) => state.tabs.find((one) => one.id === pathname)?.title);
  const tenant = useSession((session) => session.tenant.name);
  const shown = own ?? title ?? '';
  useEffect(() => {
    document.title = documentTitle(shown, tenant, runtimeConfig().productName);
  }, [shown, tenant]);
  return shown;
}
