import { expect, test } from 'vitest';
import { MOST_COUPONS } from '#system/tenants/contract/reward-config.ts';
import { RewardConfig } from '#system/tenants/contract/tenant-settings.ts';
import { couponRules } from '../contract/coupon-rules.ts';
import { ruleDefaults } from './rule-defaults.ts';

test('what a tenant may set is what a rule may begin with (settled 115)', () => {
  const config = RewardConfig.parse({
    ...{ frequency: 'monthly', executionTime: '01 09:30:00', couponCount: MOST_COUPONS },
    ...{ includeShared: true, emailSuffixes: 'corp.com' },
  });
  const about = { name: 'Monthly', couponId: '0198a000-0000-7000-8000-000000000001' };
  const period = { beginAt: '2027-01-01T00:00:00Z', endAt: '2027-12-31T00:00:00Z' };
  expect(couponRules.endpoints.add.request.parse({ ...about, ...period, ...ruleDefaults(config) })).toMatchObject({
    ...{ frequency: 'monthly', executionTime: '01 09:30:00', couponCount: MOST_COUPONS },
    ...{ includeSharedTenants: true, emailSuffixes: 'corp.com' },
  });
  expect(ruleDefaults(null)).toEqual({});
});
