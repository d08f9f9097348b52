import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import { isCodeGone } from '#platform/http/web/code-gone.ts';
import { storedTenantId, storedToken } from '#platform/http/web/credentials.ts';
import { errorText } from '#platform/http/web/error-texts.ts';
import { loadRuntimeConfig } from '#platform/http/web/runtime-config.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { currentLanguage, showLanguage } from '#platform/i18n/web/language.ts';
import { loadPacks } from '#platform/i18n/web/packs/index.ts';
import { safePath } from '#platform/routing/web/safe-path.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import { loginAddress } from '#system/session/rules/login-address.ts';
import { clearIfLoggedOutMeanwhile, leftPage, takeLoginNotice } from '#system/session/web/stored/index.ts';
import { loadLogin } from '#system/sign-in/web/entry/index.ts';
import { INTENDED_STORED_AS } from '#system/third-login/contract/intended.ts';
import { showTheme, switchTheme } from '#ui/theme/theme.ts';
import { startTooltips } from '#ui/tooltip/tooltips.ts';
import { noteLogin } from './entered.ts';
import { isMobilePage } from './mobile/addresses.ts';
import { isForAnybody, openPages, otherWays } from './pages/open-pages.ts';
import { stateOf } from './pages/state-pages.ts';
import { keepForOffline } from './service-worker.ts';

// Zod would try whether it may compile code; the content security policy says no, and browsers log each try. Its global is
// set here because the schemas are evaluated before any code of the shell, and the login page carries no zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const LOGIN = '/user/login';
const RELOADED = 'console-reloaded-for-new-version';

/** With the texts of the frame, which it would ask for once it is here. */
const loadShell = async () => {
  loadPacks(currentLanguage()).catch(() => undefined);
  return import('./shell/start-shell.tsx');
};

/** The first page stands by then, on slow lines too. */
const MEASURED_FROM_MS = 6_000;

/** A page that lived this long has the code of today. */
const LIVED_MS = 60_000;

/**
 * A chunk that is gone after a deployment: one reload, then a message instead of a loop (ux-guide 2). Without a connection a
 * reload would leave nothing but the browser's own error page.
 */
addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(RELOADED)) return;
  void isCodeGone(event.payload).then((gone) => {
    if (!gone || sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, '1');
    location.reload();
  });
});

/**
 * The small entry: without a token only the login page is fetched; the shell with router, query cache and kit comes when
 * somebody is in (ux-guide 14).
 */
async function start(): Promise<void> {
  clearIfLoggedOutMeanwhile();
  showTheme();
  showLanguage();
  startTooltips();
  dropLastSlash();
  // What was asked about the installation and the code that will show it come side by side.
  const asked = loadRuntimeConfig();
  const root = document.getElementById('root')!;
  const state = stateOf(location.pathname);
  if (!storedToken() && state) {
    const [{ showOpenStatePage }, { productName }] = await Promise.all([import('./pages/open-state-page.ts'), asked]);
    return showOpenStatePage(root, state, productName);
  }
  if (!storedToken() || isForAnybody(location.pathname)) {
    const code = loadLogin(currentLanguage());
    const config = await asked;
    if (location.pathname !== LOGIN && !openPages[location.pathname])
      history.replaceState(null, '', loginAddress(leftPage()));
    const { showLogin, texts } = await code;
    const stopFollowing = followLoginElsewhere();
    await showLogin(root, {
      notice: takeLoginNotice(),
      productName: config.productName,
      demo: config.demo,
      pages: openPages,
      otherWays,
      texts,
      onSwitchTheme: switchTheme,
      onTyping: () => void loadShell(),
    });
    stopFollowing();
    noteLogin();
    history.replaceState(null, '', safePath(intendedPath()) ?? LOGIN);
  }
  await startInside(root, asked);
  afterFirstPaint(async () => keepForOffline());
  setTimeout(measureVisits, MEASURED_FROM_MS);
  setTimeout(() => sessionStorage.removeItem(RELOADED), LIVED_MS);
}

/** The code of nothing that anybody waits for; the browser keeps what happened before it comes. */
function measureVisits(): void {
  import('#system/vitals/web/collect/index.ts').then((vitals) => vitals.collectVitals()).catch(() => undefined);
}

/** One page has one address: `/orders/list/` is `/orders/list`, and the same tab. */
function dropLastSlash(): void {
  const { pathname, search, hash } = location;
  const path = pathname.replace(/\/+$/, '');
  if (path !== pathname && /^\/[^/]/.test(path)) history.replaceState(history.state, '', path + search + hash);
}

/** The mobile pages are a program of their own; what stops them is shown by the console. */
async function startInside(root: HTMLElement, asked: Promise<unknown>): Promise<void> {
  if (isMobilePage(location.pathname)) {
    const [{ startMobile }] = await Promise.all([import('./mobile/start-mobile.tsx'), asked]);
    if (await startMobile(root)) return;
  }
  const [{ startShell }] = await Promise.all([loadShell(), asked]);
  await startShell(root);
}

/** Where the user wanted to go, also after a visit at a login provider. */
function intendedPath(): string | null {
  const kept = readSession(INTENDED_STORED_AS);
  writeSession(INTENDED_STORED_AS, undefined);
  const asked = new URLSearchParams(location.search).get('redirect');
  return asked ?? (location.pathname !== LOGIN && typeof kept === 'string' ? kept : null);
}

/** Somebody logged in in another browser tab: this one need not ask again. A registration under way is not disturbed. */
function followLoginElsewhere(): () => void {
  const isIn = () => storedToken() !== undefined && storedTenantId() !== undefined;
  const follow = (event: StorageEvent) => {
    if (event.newValue !== null && location.pathname === LOGIN && isIn()) location.reload();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** The first code did not come, not even after the reload: words instead of a blank page. */
function showFailure(): void {
  const main = document.createElement('main');
  const title = document.createElement('h1');
  title.textContent = errorText('startFailed');
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'start-again';
  again.textContent = errorText('reload');
  again.onclick = () => location.reload();
  main.className = 'start-failed';
  main.append(title, again);
  document.getElementById('root')?.replaceChildren(main);
}

start().catch(showFailure);
