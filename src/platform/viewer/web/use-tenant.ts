import { create } from 'zustand';
import type { DisplayFacts } from '../rules/display-facts.ts';

/** What every screen needs to show time and money of its tenant (platform.md 3). */
export interface TenantFacts extends DisplayFacts {
  readonly id: string;
  readonly name: string;
  /** Platform.md 9: on unless userPointConfig switches it off. */
  readonly pointsOn: boolean;
  /** Platform.md 9: disabled, 0, unless the tenant set one. */
  readonly accumulationLimit: AccumulationLimit;
  /** What a new rule for sending coupons begins with (settled 115). */
  readonly rewardDefaults: RewardDefaults | null;
}

/** A stamp card (practice 7.5): every `limit` collected points earn a coupon. */
export interface AccumulationLimit {
  readonly enable: boolean;
  readonly limit: number;
}

export interface RewardDefaults {
  readonly frequency: string;
  readonly executionTime: string;
  readonly couponCount: number;
  readonly includeShared: boolean;
  readonly emailSuffixes: string;
}

const useTenantStore = create<{ tenant: TenantFacts | undefined }>(() => ({ tenant: undefined }));

/** Called with the server's answer about the tenant, before the first page is drawn. */
export function keepTenant(tenant: TenantFacts): void {
  useTenantStore.setState({ tenant });
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
