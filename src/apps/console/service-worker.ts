const FILE = '/sw.js';

/** The policy of the document takes script addresses from declared places only (security 13.3). */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** After the first screen, and only where the files are the built ones. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: (url) => (url === FILE ? url : '') });
  navigator.serviceWorker.register(policy?.createScriptURL(FILE) ?? FILE).catch(() => undefined);
}
