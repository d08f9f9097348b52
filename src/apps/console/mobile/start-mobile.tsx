import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { watchConnection } from '#platform/http/web/connection.ts';
import { currentTenantId, storedTenantId } from '#platform/http/web/credentials.ts';
import { onSessionEnd, type SessionEnd } from '#platform/http/web/session-expiry.ts';
import { onStepUp } from '#platform/http/web/step-up.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { startLive } from '#platform/live/web/live.ts';
import { buttonRights, useSession } from '#platform/viewer/web/session-store.ts';
import { askRights, followSession, takeFirstTenant } from '#system/session/web/index.ts';
import { storedUser } from '#system/session/web/stored/index.ts';
import { loadTenant } from '#system/tenants/web/facts/index.ts';
import { ORDER, ROBOTS } from './addresses.ts';
import { HomePage } from './home-page.tsx';
import { OrderPage } from './order-page.tsx';
import { usePlace } from './place.ts';
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
    const [rights, { tenant }, words] = await Promise.all([askRights(), loadTenant(), loadMobileTexts(language)]);
    texts = words;
    useSession.setState({
      user: storedUser(),
      tenant: { id: tenant.id, name: tenant.name },
      menu: rights.menu,
      ...buttonRights(rights),
    });
  } catch {
    return false;
  }
  followSession(currentTenantId());
  watchConnection();
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

const pages: Readonly<Record<string, () => React.ReactNode>> = { [ROBOTS]: RobotListPage, [ORDER]: OrderPage };

function CurrentPage() {
  const { pathname } = usePlace();
  const Page = pages[pathname] ?? HomePage;
  return <Page />;
}

const SessionEndNotice = lazy(() => import('./session-end.tsx'));

/** Rare, so its code comes when it happens. */
function EndOfSession() {
  const [ended, setEnded] = useState<{ end: SessionEnd; words: string }>();
  useEffect(() => onSessionEnd((end, words) => setEnded({ end, words })), []);
  return <Suspense>{ended && <SessionEndNotice {...ended} />}</Suspense>;
}
