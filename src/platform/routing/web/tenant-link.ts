import { safePath } from './safe-path.ts';

/** The parameter of a copied link that says whose page it is. */
const TENANT_PARAMETER = 'tenant';

/** A whole address of a path of this console that opens in the right tenant wherever it is pasted (ux-guide 2). */
export function tenantLink(path: string, { origin, tenantId }: { origin: string; tenantId: string }): string {
  const url = new URL(path, origin);
  url.searchParams.set(TENANT_PARAMETER, tenantId);
  return url.href;
}

/** What a pasted link says: its tenant, and the path without it. Undefined for ordinary addresses and for nonsense. */
export function readTenantLink(path: string): { tenantId: string; path: string } | undefined {
  // joined, not resolved: `//host` at its beginning is a path of this site here
  const url = new URL(`http://place${path}`);
  const tenantId = url.searchParams.get(TENANT_PARAMETER);
  if (tenantId === null || !/^\d{1,19}$/.test(tenantId)) return undefined;
  url.searchParams.delete(TENANT_PARAMETER);
  // and must not become another site when it is gone to
  return { tenantId, path: safePath(url.pathname + url.search + url.hash) ?? '/' };
}
