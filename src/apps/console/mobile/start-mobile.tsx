import { type ComponentType, lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { onTenantClosed } from '#platform/http/web/call.ts';
import { onConnectionReturn, watchConnection } from '#platform/http/web/connection.ts';
import { currentTenantId, storedTenantId } from '#platform/http/web/credentials.ts';
import { onSessionEnd, type SessionEnd } from '#platform/http/web/session-expiry.ts';
import { onStepUp } from '#platform/http/web/step-up.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { startLive } from '#platform/live/web/live.ts';
import { buttonRights, useSession } from '#platform/viewer/web/session-store.ts';
import { askRights, followSession, takeFirstTenant } from '#system/session/web/index.ts';
import { storedUser } from '#system/session/web/stored/index.ts';
import { loadTenant } from '#system/tenants/web/facts/index.ts';
import { ALARMS, ONE_ROBOT, ORDER, ORDERS, REFILL, ROBOTS } from './addresses.ts';
import { HomePage } from './home-page.tsx';
import { OrderPage } from './order-page.tsx';
import { go, usePlace } from './place.ts';
import { RobotListPage } from './robot-list-page.tsx';
import { SurroundingsContext } from './surroundings.ts';
import { loadMobileTexts, type MobileTexts } from './texts.ts';
import '#ui/button/button.css';
import './mobile.css';

/**
 * The mobile pages are a small program of their own: React and the calls, no router, no query cache, no translation library
 * (ux-guide 13: 130 KB). Answers whether it could start; the console knows what to do where it could not.
 */
export async function startMobile(element: HTMLElement): Promise<boolean> {
  const language = currentLanguage();
  let texts: MobileTexts;
  try {
    if (storedTenantId() === undefined && !(await takeFirstTenant())) return false;
    [texts] = await Promise.all([
      loadMobileTexts(language),
      loadPerson().catch(async (error: unknown) => {
        // without a network somebody on a refill run goes on with what the phone kept
        if ((error as { status?: number }).status !== 0) throw error;
        if (!(await (await import('./refill-offline.ts')).startOffline())) throw error;
        onConnectionReturn(() => void loadPerson().catch(() => undefined));
        if (location.pathname !== REFILL) go(REFILL, { replace: true });
      }),
    ]);
  } catch {
    return false;
  }
  followSession(currentTenantId());
  watchConnection();
  // the console begins anew in another tenant of the person, and says why
  onTenantClosed(() => location.reload());
  // rare, so its code comes when it happens; where it does not come, the call is refused as it was
  onStepUp(() => import('./step-up-sheet.tsx').then(({ askPassword }) => askPassword(language)).catch(() => false));
  startLive(`${useSession.getState().user?.id} ${currentTenantId()}`);
  createRoot(element).render(
    <StrictMode>
      <SurroundingsContext value={{ texts, language }}>
        <CurrentPage />
        <EndOfSession />
      </SurroundingsContext>
    </StrictMode>,
  );
  return true;
}

/** Rights and tenant, as the server says them now. */
async function loadPerson(): Promise<void> {
  const tenantAsked = loadTenant();
  const rights = await askRights().catch(async (error: unknown) => {
    // who goes on without a network keeps the tenant of then: this answer must not come after it
    await tenantAsked.catch(() => undefined);
    throw error;
  });
  const { tenant } = await tenantAsked;
  useSession.setState({
    user: storedUser(),
    tenant: { id: tenant.id, name: tenant.name },
    menu: rights.menu,
    ...buttonRights(rights),
  });
}

// what is not the first screen of most comes when it is opened
const pages: Readonly<Record<string, ComponentType>> = {
  [ROBOTS]: RobotListPage,
  [ORDER]: OrderPage,
  [ALARMS]: lazy(() => import('./alarms-screen.tsx')),
  [ONE_ROBOT]: lazy(() => import('./robot-screen.tsx')),
  [ORDERS]: lazy(() => import('./orders-screen.tsx')),
  [REFILL]: lazy(() => import('./refill-screen.tsx')),
};

function CurrentPage() {
  const { pathname } = usePlace();
  const Page = pages[pathname] ?? HomePage;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}

const SessionEndNotice = lazy(() => import('./session-end.tsx'));

/** Rare, so its code comes when it happens. */
function EndOfSession() {
  const [ended, setEnded] = useState<{ end: SessionEnd; words: string }>();
  useEffect(() => onSessionEnd((end, words) => setEnded({ end, words })), []);
  return <Suspense>{ended && <SessionEndNotice {...ended} />}</Suspense>;
}
