import { create } from 'zustand';
import { CallError, callAt } from '#platform/http/web/call.ts';
import { currentTenantId, storedTenantName } from '#platform/http/web/credentials.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { tenantCalls } from '#system/tenants/contract/calls.ts';
import type { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { configOf } from '../rules/config-text.ts';
import { type DisplayFacts, displayFacts } from '../rules/display-facts.ts';

/** What every screen needs to show time and money of its tenant (platform.md 3). */
export interface TenantFacts extends Pick<TenantInfo, 'id' | 'name'>, DisplayFacts {
  /** Platform.md 9: on unless userPointConfig switches it off. */
  readonly pointsOn: boolean;
  /** Platform.md 9: disabled, 0, unless the tenant set one. */
  readonly accumulationLimit: AccumulationLimit;
}

/** A stamp card (practice 7.5): every `limit` collected points earn a coupon. */
export interface AccumulationLimit {
  readonly enable: boolean;
  readonly limit: number;
}

const useTenantStore = create<{ tenant: TenantFacts | undefined }>(() => ({ tenant: undefined }));

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
  useTenantStore.setState({ tenant: loaded.tenant });
  return loaded;
}

/** Again when the language changes: the server names the tenant. Without an answer everything stays as it was. */
export async function reloadTenant(): Promise<TenantFacts> {
  const language = currentLanguage();
  const tenant = factsOf(await ask());
  // somebody who changes his mind hears the last answer, not the slowest
  if (language === currentLanguage()) useTenantStore.setState({ tenant });
  return useTenantStore.getState().tenant ?? tenant;
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
  };
}

export function useTenant(): TenantFacts {
  const tenant = useTenantStore((state) => state.tenant);
  if (tenant === undefined) throw new Error('The tenant is loaded before any page is drawn');
  return tenant;
}

/** Outside of React, for formatters. */
export function currentTenant(): TenantFacts | undefined {
  return useTenantStore.getState().tenant;
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
