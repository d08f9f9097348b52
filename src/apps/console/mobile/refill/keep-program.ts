const CACHE = 'console-1';
/** As `public/sw.js` looks for it. */
const DOCUMENT = '/mobile/';

let isKept = false;

/**
 * Files of the program and its document, so that it opens without a network. They hold nothing of a tenant; the service worker
 * answers them (ux-guide 13). A document of a newer version is left: its files are not here.
 */
export async function keepProgram(): Promise<void> {
  if (isKept || !import.meta.env.PROD || !('caches' in globalThis)) return;
  // what begins without a network is asked for now, so that it is among the loaded files
  await import('../refill-offline.ts');
  const cache = await caches.open(CACHE);
  const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const text = await answer.clone().text();
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  if (!answer.ok || !entry || !text.includes(entry)) return;
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .concat([...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path))
    .filter((path) => path.startsWith('/assets/'));
  for (const path of new Set(loaded)) if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path);
  await cache.put(DOCUMENT, answer);
  isKept = true;
}
