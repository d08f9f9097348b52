import { buffer } from 'node:stream/consumers';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { fileKey } from '../rules/stored-file.ts';
import { storageProblem } from './bucket-problem.ts';
import { openBucketStore } from './bucket-store.ts';
import type { StorageAccount } from './storage-account.ts';

/** Writes a small file, reads it back and removes it; what does not work is a problem with words for the user. */
export async function tryStorage(
  services: Pick<Services, 'config'>,
  tenantId: string,
  account: StorageAccount,
): Promise<Problem | undefined> {
  const key = fileKey({ tenantId, purpose: 'trial', id: newId(), extension: 'csv' });
  const content = Buffer.from(`trial of ${key}`);
  async function* once() {
    yield content;
  }
  try {
    const store = await openBucketStore(account, outboundOf(services));
    await store.write(key, once(), { maxBytes: content.length });
    const back = await store.read(key);
    const isSame = back !== undefined && content.equals(await buffer(back.content));
    await store.remove(key);
    return isSame ? undefined : new Problem('storage.unreachable');
  } catch (error) {
    return storageProblem(error);
  }
}
