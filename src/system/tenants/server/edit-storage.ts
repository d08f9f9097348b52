import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import {
  findStorageAccount,
  keepFormerBucket,
  sealStorageSecret,
  serviceCodeOf,
  tryStorage,
} from '#platform/files/server/index.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { Secret } from '#platform/secrets/server/secrets.ts';
import type { StorageForm, StorageTrial } from '../contract/storage-form.ts';
import { SECRET_MASK, type TenantInfo } from '../contract/tenant-info.ts';
import { maskedConfig } from '../rules/masked-config.ts';
import { type StorageFault, storageFault } from '../rules/storage-fault.ts';
import { readTenantInfo } from './read-tenant-info.ts';

/**
 * Keeps the tenant's storage once a trial of it has worked; from now on its files go there. Its address is looked at again at each use.
 * Wants the password again (security 4.9).
 */
export async function editStorage(context: RequestContext, form: StorageForm): Promise<TenantInfo> {
  const { tenantId, services } = context;
  requireStepUp(context);
  const fault = await tryForm(context, form);
  if (fault) refuse(fault.path, fault.code);
  await context.transaction(async (tx) => {
    const before = await lockConfig(tx.db);
    const kept = (before as { secretKey?: unknown } | null)?.secretKey;
    const isKept = keepsSecret(form);
    if (isKept && !kept) refuse('secretKey', 'tenant.storage-secret');
    const secretKey = isKept ? kept : await sealStorageSecret(services.secrets, tx.db, tenantId, form.secretKey);
    const after = { ...form, secretKey };
    await setConfig(tx.db, before, after);
    await tx.audit({
      action: 'tenant-settings:edit',
      objectKind: 'tenant',
      objectId: tenantId,
      before: { ossConfig: maskedConfig(before) },
      after: { ossConfig: maskedConfig(after) },
    });
  });
  return readTenantInfo(context, {});
}

/** The tenant's files go to our own folder again; what lies in the bucket stays there, and is read there. */
export async function clearStorage(context: RequestContext): Promise<TenantInfo> {
  requireStepUp(context);
  await context.transaction(async (tx) => {
    const before = await lockConfig(tx.db);
    await setConfig(tx.db, before, null);
    await tx.audit({
      action: 'tenant-settings:edit',
      objectKind: 'tenant',
      objectId: context.tenantId,
      before: { ossConfig: maskedConfig(before) },
      after: { ossConfig: null },
    });
  });
  return readTenantInfo(context, {});
}

/** Tries a storage as it was typed, saved or not. */
export async function testStorage(context: RequestContext, form: StorageForm): Promise<StorageTrial> {
  const fault = await tryForm(context, form);
  return { works: !fault, message: wordsOf(fault?.code ?? 'tenant.storage-works', {}, context.language) };
}

/** Writes, reads and removes a small file there; answers what to look at where that does not work. */
async function tryForm(context: RequestContext, form: StorageForm): Promise<StorageFault | undefined> {
  const { tenantId, services } = context;
  const secretKey = keepsSecret(form) ? await keptSecret(context) : new Secret(form.secretKey);
  const problem = await tryStorage(services, tenantId, {
    settings: { ...form, secretKey: { sealed: '-' } },
    secretKey,
  });
  if (!problem) return undefined;
  services.log.warn({ tenantId, problem: problem.code, err: problem.cause }, 'storage trial');
  return storageFault(problem.code, serviceCodeOf(problem));
}

function keepsSecret({ secretKey }: StorageForm): boolean {
  return secretKey === '' || secretKey.startsWith(SECRET_MASK);
}

async function keptSecret({ services, tenantId }: RequestContext): Promise<Secret> {
  const account = await services.database.read(tenantId, (db) => findStorageAccount(services.secrets, db, tenantId));
  return account?.secretKey ?? refuse('secretKey', 'tenant.storage-secret');
}

async function lockConfig(db: TenantDb): Promise<unknown> {
  return (await db.selectFrom('tenant').select('oss_config').forUpdate().executeTakeFirstOrThrow()).oss_config;
}

async function setConfig(
  db: TenantDb,
  before: unknown,
  config: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  await keepFormerBucket(db, before, config);
  await db
    .updateTable('tenant')
    .set({ oss_config: config && JSON.stringify(config) })
    .execute();
}

function refuse(path: string, code: string): never {
  return raise(code, {}, { faults: [{ path, code }] });
}
