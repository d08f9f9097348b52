import { Activity, memo, type ReactNode, Suspense, useContext, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
  useNavigate,
} from 'react-router';
import { TabContext } from '#platform/routing/web/tab.ts';
import { useUnsavedTabs } from '#platform/routing/web/unsaved.ts';
import { PageSkeleton } from '#ui/loaded/page-skeleton.tsx';
import { FramePage } from '../pages/frame-pages.tsx';
import { GroupPage, IframePage } from '../pages/menu-pages.tsx';
import { noteRecord } from '../palette/recent-store.ts';
import { type ConsoleRoute, matchRoute } from '../routing/console-routes.ts';
import { pages } from '../slices.ts';
import { PageBoundary } from './page-boundary.tsx';
import { changeTab, moveTo, useTabs } from './use-tabs.ts';

/**
 * The mounted pages; only the active one is visible. A hidden page keeps its own address: it must not follow the visible
 * one, so each lives in its own location and route context (react-router's unsafe contexts, pinned version).
 */
export function TabPages({
  routes,
  isOnlyShown,
  onClose,
}: {
  routes: readonly ConsoleRoute[];
  /** Without multi-tab mode no page waits behind another. */
  isOnlyShown: boolean;
  onClose: (id: string) => void;
}) {
  const { tabs, mounted, active, turns } = useTabs();
  const unsaved = useUnsavedTabs().split('\n');
  return tabs
    .filter((tab) => mounted.includes(tab.id))
    .filter(
      (tab) =>
        tab.id === active || unsaved.includes(tab.id) || (!isOnlyShown && matchRoute(routes, tab.id)?.route.keepAlive),
    )
    .map((tab) => (
      <Activity key={`${tab.id}#${turns[tab.id] ?? 0}`} mode={tab.id === active ? 'visible' : 'hidden'}>
        <TabPlace url={tab.url} routes={routes}>
          <TabFrame id={tab.id} onClose={onClose}>
            <Page routes={routes} pathname={tab.id} />
          </TabFrame>
        </TabPlace>
      </Activity>
    ));
}

function TabPlace({ url, routes, children }: { url: string; routes: readonly ConsoleRoute[]; children: ReactNode }) {
  const location = useContext(LocationContext);
  const outside = useContext(RouteContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's own address is its place, whatever is shown
  const place = useMemo(() => {
    const parsed = new URL(url, 'http://place');
    return {
      ...location,
      location: { ...location.location, pathname: parsed.pathname, search: parsed.search, hash: parsed.hash },
    };
  }, [url]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const inner = useMemo(() => {
    const { pathname } = new URL(url, 'http://place');
    const params = { ...matchRoute(routes, pathname)?.params };
    return { ...outside, matches: [{ params, pathname, pathnameBase: '/', route: {} }] };
  }, [url, routes]);
  return (
    <LocationContext.Provider value={place}>
      <RouteContext.Provider value={inner as typeof outside}>{children}</RouteContext.Provider>
    </LocationContext.Provider>
  );
}

function TabFrame({ id, onClose, children }: { id: string; onClose: (id: string) => void; children: ReactNode }) {
  const navigate = useNavigate();
  const handle = useMemo(
    () => ({
      id,
      setTitle: (title: string | undefined) => changeTab(id, { title }),
      setRecord: (name: string) => {
        // A number that the address ends with is too long for a tab; the title of the route ends with its last digits.
        changeTab(id, { title: id.endsWith(encodeURIComponent(name)) ? undefined : name });
        noteRecord({ path: id, name });
      },
      moveTo: (path: string) => void navigate(path, { replace: moveTo(id, path) }),
      close: () => onClose(id),
    }),
    [id, onClose, navigate],
  );
  return <TabContext.Provider value={handle}>{children}</TabContext.Provider>;
}

/** A page is drawn again for its own reasons, not because the frame around it was or another tab changed. */
const Page = memo(PlainPage);

function PlainPage({ routes, pathname }: { routes: readonly ConsoleRoute[]; pathname: string }) {
  const route = matchRoute(routes, pathname)?.route;
  if (route?.frameUrl) return <IframePage title={route.title} url={route.frameUrl} />;
  if (route?.component === '') return <GroupPage route={route} />;
  const page = pages.get(route?.component ?? '');
  // An entry of the server that this build has no page for.
  if (!page) return <FramePage pathname="/404" />;
  return (
    <PageBoundary title={route?.title ?? ''}>
      <Suspense fallback={<PageSkeleton />}>
        <page.Component />
      </Suspense>
    </PageBoundary>
  );
}
