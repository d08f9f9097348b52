import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { browserNow } from '#ui/time/now.ts';

/** Tenant id → until when (epoch ms) this browser does not show the checklist by itself. */
const KEY = 'SETUP_CHECK_LATER';
const ONE_DAY_MS = 86_400_000;

export function isPutOff(tenantId: string, now = browserNow()): boolean {
  return (stored()[tenantId] ?? 0) > now;
}

export function putOff(tenantId: string, now = browserNow()): void {
  const kept = Object.entries(stored()).filter(([, until]) => until > now);
  writeStored(KEY, { ...Object.fromEntries(kept), [tenantId]: now + ONE_DAY_MS });
}

function stored(): Readonly<Record<string, number>> {
  const value = readStored<unknown>(KEY);
  return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};
}
