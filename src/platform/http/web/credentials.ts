import { readStored, removeStored, STORED_WEEK_MS, writeStored } from '#platform/storage/web/stored.ts';

const TOKEN_KEY = 'Access-Token';
const TENANT_KEY = 'TENANT_ID';
const TENANT_NAME_KEY = 'TENANT_NAME';

/** Platform.md 7: sent when none is stored. */
export const DEFAULT_TENANT_ID = '1000';

/**
 * A browser tab keeps the tenant that it started with: choosing another one in a second tab must not redirect the writes
 * of the first. Storage only says what a new page begins with.
 */
let tenantOfThisPage: string | undefined;

export function storedToken(): string | undefined {
  return readStored<string>(TOKEN_KEY);
}

export function keepToken(token: string): void {
  writeStored(TOKEN_KEY, token, STORED_WEEK_MS);
}

export function currentTenantId(): string {
  tenantOfThisPage ??= storedTenantId();
  return tenantOfThisPage ?? DEFAULT_TENANT_ID;
}

export function storedTenantId(): string | undefined {
  const stored = readStored<string | number>(TENANT_KEY);
  return stored === undefined ? undefined : String(stored);
}

export function storedTenantName(): string | undefined {
  return readStored<string>(TENANT_NAME_KEY);
}

export function keepTenant(tenant: { id: string; name: string }): void {
  tenantOfThisPage = tenant.id;
  writeStored(TENANT_KEY, tenant.id, STORED_WEEK_MS);
  writeStored(TENANT_NAME_KEY, tenant.name, STORED_WEEK_MS);
}

/** The name as the server knows it now; another browser tab may have chosen another tenant meanwhile, which stays. */
export function keepTenantName(tenant: { id: string; name: string }): void {
  if (storedTenantId() === tenant.id) writeStored(TENANT_NAME_KEY, tenant.name, STORED_WEEK_MS);
}

export function dropCredentials(): void {
  tenantOfThisPage = undefined;
  for (const key of [TOKEN_KEY, TENANT_KEY, TENANT_NAME_KEY]) removeStored(key);
}
