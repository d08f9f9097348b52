import type { RewardConfig } from '#system/tenants/contract/tenant-settings.ts';

/** What the form of a new rule begins with: all that the tenant has set for one (settled 115). */
export function ruleDefaults(config: Readonly<Record<keyof RewardConfig, unknown>> | null | undefined) {
  if (!config) return {};
  const { frequency, executionTime, couponCount, emailSuffixes, includeShared } = config;
  return { frequency, executionTime, couponCount, emailSuffixes, includeSharedTenants: includeShared };
}
