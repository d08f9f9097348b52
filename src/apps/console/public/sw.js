// Makes the console installable. It keeps hashed files, which never change, and the page that is shown without a
// connection; never an answer of a call and never a page, so nothing of a tenant stays behind (ux-guide 13).
const CACHE = 'console-1';
const OFFLINE = '/offline.html';
/** Files of former versions leave by themselves: the cache is in the order in which they came. */
const MOST_FILES = 400;

self.addEventListener('install', (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, '/favicon.svg']));
  event.waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forgotten = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(forgotten.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (pathname.startsWith('/assets/')) event.respondWith(hashedFile(request));
});

async function hashedFile(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') {
    await cache.put(request, answer.clone());
    const files = await cache.keys();
    const assets = files.filter((file) => new URL(file.url).pathname.startsWith('/assets/'));
    await Promise.all(assets.slice(0, Math.max(0, assets.length - MOST_FILES)).map((file) => cache.delete(file)));
  }
  return answer;
}
