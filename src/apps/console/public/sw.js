// Makes the console installable. It keeps hashed files, which never change, and the page that is shown without a
// connection; never an answer of a call, so nothing of a tenant stays behind (ux-guide 13). The document of the phone's pages,
// which is the same for everybody, is kept by them while somebody is on a refill run (mobile/refill/keep-program.ts).
const CACHE = 'console-1';
const OFFLINE = '/offline.html';
const PHONE = '/mobile/';
const GATEWAY_FAULTS = [502, 503, 504];
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
  if (request.mode === 'navigate') event.respondWith(documentOf(request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(hashedFile(request));
});

/** While the server starts anew, what stands before it answers in its place, with a bare page of its own. */
async function documentOf(request, pathname) {
  const answer = await fetch(request).catch(() => undefined);
  return answer === undefined || GATEWAY_FAULTS.includes(answer.status) ? withoutServer(pathname) : answer;
}

async function withoutServer(pathname) {
  const kept = pathname.startsWith(PHONE) ? await caches.match(PHONE) : undefined;
  return kept ?? caches.match(OFFLINE);
}

async function hashedFile(request) {
  const cache = await caches.open(CACHE);
  // the files are the same for every caller
  const kept = await cache.match(request, { ignoreVary: true });
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
