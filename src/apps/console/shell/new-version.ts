import { onLiveResync } from '#platform/live/web/live.ts';

const EVERY_MS = 600_000;

let isNew = false;
let askedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

export function isNewVersion(): boolean {
  return isNew;
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Looks whether the server's document names another build than the one that runs here: when the reader comes back to the
 * window, and when the event stream returns, as it does after a deployment. It asks seldom and reloads nothing by itself.
 */
export function watchForNewVersion(): void {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  if (!own) return;
  const look = async (): Promise<void> => {
    if (isNew || performance.now() - askedAt < EVERY_MS) return;
    askedAt = performance.now();
    const text = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' })
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '');
    if (!namesAnotherBuild(text, own)) return;
    isNew = true;
    for (const listener of listeners) listener();
  };
  addEventListener('focus', () => void look());
  onLiveResync(() => void look());
}

/** Only a document of this console counts; the page of a proxy in between has no module. */
export function namesAnotherBuild(text: string, own: string): boolean {
  return /<script[^>]+type="module"[^>]+src="[^"]+"/.test(text) && !text.includes(`src="${own}"`);
}
