import { currentTenantId } from '#platform/http/web/credentials.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { type SeenRecord, seenIn, withSeen } from './recent-records.ts';

/** Per tenant and user, until the browser tab is closed or the user logs out. */
const storageKey = (): string => `recent:${currentTenantId()}:${useSession.getState().user?.id ?? ''}`;

export const seenRecords = (): SeenRecord[] => seenIn(readSession(storageKey()));

export function noteRecord(record: SeenRecord): void {
  writeSession(storageKey(), withSeen(seenRecords(), record));
}
