import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import {
  type ConsoleRoute,
  permittedMenu,
  routesOf,
  type Surroundings,
  withAnalysisInside,
  withoutDeadEnds,
  withWelcome,
} from './console-routes.ts';
import { remember, stillGood } from './remembered-routes.ts';

/** Routes that something else than the menu added for this browser session (platform.md 2). */
const EXTRA_KEY = 'dashboard';
const detailsKey = (): string => `details:${currentTenantId()}:${useSession.getState().user?.id ?? ''}`;

const useDetails = create<{ details: readonly ConsoleRoute[] }>(() => ({ details: [] }));

export function surroundings(): Surroundings {
  return { protocol: location.protocol, frameOrigins: runtimeConfig().frameOrigins };
}

/** The menu as this user is shown it. */
export function useMenu(): readonly MenuNode[] {
  const { menu, actions, user } = useSession();
  const pointsOn = currentTenant()?.pointsOn ?? true;
  const { t } = useTranslation('console');
  const analysis = t('analysis');
  return useMemo(() => {
    const reader = { actions, hasAdminCode: user?.workNo === runtimeConfig().adminWorkNo, pointsOn };
    const permitted = permittedMenu(withAnalysisInside(menu, analysis), reader);
    return withoutDeadEnds(permitted, routesOf(permitted, surroundings()));
  }, [menu, actions, user, pointsOn, analysis]);
}

/** Every page there is for this user: the menu's, the extra ones, and the detail pages that were opened. */
export function useRoutes(): readonly ConsoleRoute[] {
  const menu = useMenu();
  const { details } = useDetails();
  const { t } = useTranslation('console');
  return useMemo(() => {
    const own = withWelcome(routesOf(menu, surroundings()), t('welcome'));
    const extra = stillGood(readSession(EXTRA_KEY), own);
    const opened = stillGood(details.length > 0 ? details : readSession(detailsKey()), own);
    return [...own, ...extra, ...opened];
  }, [menu, details, t]);
}

export function registerDetail(route: ConsoleRoute): void {
  const stored = readSession(detailsKey());
  const details = remember(Array.isArray(stored) ? (stored as ConsoleRoute[]) : [], route);
  writeSession(detailsKey(), details);
  useDetails.setState({ details });
}
