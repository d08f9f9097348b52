import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { setDraftOwner, takeUntoldDrafts } from '#platform/drafts/web/draft-store.ts';
import { CallError, onErrorPage, onTenantClosed } from '#platform/http/web/call.ts';
import { onConnectionReturn, watchConnection } from '#platform/http/web/connection.ts';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { errorText } from '#platform/http/web/error-texts.ts';
import { onNotice, toastError } from '#platform/http/web/notices.ts';
import { queryClient } from '#platform/http/web/query-client.ts';
import { onSessionEnd, RELOAD_AFTER_MS } from '#platform/http/web/session-expiry.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { i18n, startI18n } from '#platform/i18n/web/i18n.ts';
import { onLanguage } from '#platform/i18n/web/language.ts';
import { startLive } from '#platform/live/web/live.ts';
import { leavePage } from '#platform/routing/web/leave.ts';
import { offerRecordParts } from '#platform/routing/web/record-parts.ts';
import { askWhy } from '#platform/viewer/web/ask-why.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { WhyHost } from '#system/access-requests/web/console/index.ts';
import { StepUp } from '#system/passwords/web/console/index.ts';
import { ExpiredDialog } from '#system/session/web/console/index.ts';
import { followSession } from '#system/session/web/index.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { Frame } from '../layout/frame.tsx';
import type { FailedPlace } from '../pages/failed-place.ts';
import { FrameBoundary } from '../pages/frame-failure.tsx';
import { stateOf } from '../pages/state-pages.ts';
import { createConsoleHistory } from '../routing/console-history.ts';
import { ConsoleRouter } from '../routing/console-router.tsx';
import { TenantGate } from '../routing/tenant-gate.tsx';
import { slices } from '../slices.ts';
import { loadSession, logInAgain, reloadNames } from './load-session.ts';
import { watchForNewVersion } from './new-version.ts';

/** The console behind the login: rights first, then the frame, then its pages. */
export async function startShell(element: HTMLElement): Promise<void> {
  await startI18n();
  offerRecordParts(slices.flatMap(({ parts = [] }) => parts));
  let untold: CallError | undefined;
  try {
    const [session] = await Promise.all([loadSession(), i18n.loadNamespaces(['console', 'ui'])]);
    untold = session.failure;
  } catch (error) {
    // Platform.md 8: who has no rights that could be fetched is logged out.
    const alive = !(error instanceof CallError && error.status === 401);
    logInAgain({ alive, notice: error instanceof Error ? error.message : errorText('failed') });
    return;
  }
  followSession(currentTenantId());
  setDraftOwner({ userId: useSession.getState().user?.id ?? '', tenantId: currentTenantId() });
  listen();
  if (untold) toastError(untold);
  watchConnection();
  startLive(`${useSession.getState().user?.id} ${currentTenantId()}`);
  watchForNewVersion();
  const history = createConsoleHistory();
  offerDrafts((address) => history.push(address));
  onErrorPage(({ requestId }) => {
    const { pathname, search, hash, state } = history.location;
    const place: FailedPlace = { failed: pathname + search + hash, requestId };
    // what failed on the page of failures itself leads back to where the first failure was
    if (stateOf(pathname)) history.replace('/exception/500', state);
    else history.push('/exception/500', place);
  });
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <FrameBoundary>
            <ConsoleRouter history={history}>
              <TenantGate>
                <Frame />
              </TenantGate>
            </ConsoleRouter>
          </FrameBoundary>
          <StepUp />
          <WhyHost />
          <ExpiredDialog onLogIn={() => logInAgain({ alive: true })} />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  );
  followServerTexts();
}

/** Texts of the server come when the first screen stands, so that nothing waits for them (platform.md 1). */
function followServerTexts(): void {
  afterFirstPaint(async () => {
    const { followServerPacks } = await import('#system/languages/web/packs/index.ts');
    await followServerPacks();
  });
}

const whyAction = (action: string) => ({
  label: i18n.t('error.forbidden.why', { ns: 'ui' }),
  run: () => askWhy({ action }),
});

function listen(): void {
  onNotice((notice) => {
    if (notice.kind === 'warning') toast.warning(notice.text);
    else
      toast.error({
        title: notice.title ?? errorText('systemTip'),
        description: notice.text,
        requestId: notice.requestId,
        ...(notice.permission === undefined ? {} : { action: whyAction(notice.permission) }),
      });
  });
  onLanguage(() => {
    void reloadNames();
    // Answers carry texts of the server, such as names of problems.
    void queryClient.invalidateQueries();
  });
  // the page begins anew, in another tenant of the person or at the login; its words are there long enough to be read
  onTenantClosed(() => setTimeout(() => leavePage('/'), RELOAD_AFTER_MS));
  // What failed or grew old while the server was away is asked once more.
  onConnectionReturn(() => void queryClient.refetchQueries({ type: 'active', stale: true }));
  onSessionEnd((end, words) => {
    // The other form has a dialog that waits for its button.
    if (end !== 'unauthorised') return;
    toast.error({ title: errorText('systemTip'), description: words });
    // Why it ended is more than can be read in that time, so the login page says it again.
    setTimeout(() => logInAgain({ alive: false, notice: words }), RELOAD_AFTER_MS);
  });
}

/** After a login that followed an ended session: what was typed is still there (ux-guide 5). */
function offerDrafts(goTo: (address: string) => void): void {
  const here = location.pathname + location.search;
  for (const { title, address } of takeUntoldDrafts()) {
    const way = { label: i18n.t('draft.open', { ns: 'console' }), run: () => goTo(address) };
    toast.info(i18n.t('draft.kept', { ns: 'console', title }), address === here ? {} : { action: way });
  }
}
