import { CallError, callAt } from '#platform/http/web/call.ts';
import { currentTenantId, storedTenantName } from '#platform/http/web/credentials.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { displayFacts } from '#platform/viewer/rules/display-facts.ts';
import {
  type AccumulationLimit,
  currentTenant,
  keepTenant,
  type TenantFacts,
} from '#platform/viewer/web/use-tenant.ts';
import { tenantCalls } from '../../contract/calls.ts';
import type { tenantEndpoints } from '../../contract/endpoints.ts';
import type { TenantInfo } from '../../contract/tenant-info.ts';
import { configOf } from '../../rules/config-text.ts';

/** What is known of the tenant, and why it is not more. */
export interface LoadedTenant {
  readonly tenant: TenantFacts;
  readonly failure: CallError | undefined;
}

const RETRY_AFTER_MS = 500;

/**
 * Asked before the first screen is drawn, so that no page has to wait for its clock or currency. Where it fails, twice, the
 * console stands all the same, with times in UTC; only who may not have it, such as a former member, cannot go on.
 */
export async function loadTenant(): Promise<LoadedTenant> {
  const loaded = await askTwice().then(
    (info) => ({ tenant: factsOf(info), failure: undefined }),
    (failure: unknown) => {
      if (isFinal(failure)) throw failure;
      return { tenant: factsOf({}), failure: failure as CallError };
    },
  );
  keepTenant(loaded.tenant);
  return loaded;
}

/** Again when the language changes: the server names the tenant. Without an answer everything stays as it was. */
export async function reloadTenant(): Promise<TenantFacts> {
  const language = currentLanguage();
  const tenant = factsOf(await ask());
  // of two changes right after each other the last one counts, not the slowest
  if (language === currentLanguage()) keepTenant(tenant);
  return currentTenant() ?? tenant;
}

const ask = (): Promise<Partial<TenantInfo>> =>
  callAt<typeof tenantEndpoints.info>(tenantCalls.info, { tenant_id: currentTenantId() }, { notices: 'none' });

async function askTwice(): Promise<Partial<TenantInfo>> {
  return ask().catch(async (error: unknown) => {
    if (isFinal(error)) throw error;
    await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    return ask();
  });
}

const isFinal = (error: unknown): boolean => !(error instanceof CallError) || [401, 403, 404].includes(error.status);

/** Name and id as the browser knows them, where the server does not say. */
function factsOf(info: Partial<TenantInfo>): TenantFacts {
  return {
    id: info.id ?? currentTenantId(),
    name: info.name ?? storedTenantName() ?? '',
    ...displayFacts(info),
    pointsOn: pointsAreOn(info.userPointConfig ?? null),
    accumulationLimit: accumulationLimitOf(info.accumulationPointLimit ?? null),
    rewardDefaults: info.rewardConfig ?? null,
  };
}

export function pointsAreOn(userPointConfig: string | null): boolean {
  return String(configOf(userPointConfig)['switch_type']) !== '0';
}

/** Numbers and flags come as such or as texts; anything else is the default. */
export function accumulationLimitOf(accumulationPointLimit: string | null): AccumulationLimit {
  const { enable, limit } = configOf(accumulationPointLimit);
  const count = Number(limit ?? 0);
  return {
    enable: enable === true || enable === 1 || enable === '1' || enable === 'true',
    limit: Number.isSafeInteger(count) && count > 0 ? count : 0,
  };
}
