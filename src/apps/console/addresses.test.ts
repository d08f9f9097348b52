import { expect, test } from 'vitest';
import { deviceEndpoints } from '#domains/devices/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import type { CallAddress } from '#platform/http/web/call.ts';
import { noticeEndpoints } from '#system/notices/contract/endpoints.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { signInEndpoints } from '#system/session/contract/sign-in-endpoints.ts';
import { sessionAddresses } from '#system/session/web/session-addresses.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { TENANT_INFO_AT } from '#system/tenants/web/use-tenant.ts';
import { vitalEndpoints } from '#system/vitals/contract/endpoints.ts';
import { ADD_VITALS_AT } from '#system/vitals/web/collect-vitals.ts';
import { mobileAddresses } from './mobile/calls.ts';

/** Programs without schemas name the addresses themselves; here each is held against its endpoint. */
const same = ({ method, path }: CallAddress): CallAddress => ({ method, path });

test('the phone calls what its endpoints say', () => {
  expect(mobileAddresses).toEqual({
    statistics: same(orderEndpoints.statistics),
    order: same(orderEndpoints.detail),
    refund: same(orderEndpoints.refund),
    robots: same(deviceEndpoints.page),
    monitor: same(deviceEndpoints.monitor),
    unread: same(noticeEndpoints.unread),
  });
});

test('so do rights, tenants, the end of a session and what visits felt like', () => {
  expect({ ...sessionAddresses, tenant: TENANT_INFO_AT, vitals: ADD_VITALS_AT }).toEqual({
    permissions: same(sessionEndpoints.permissions),
    currentTenants: same(sessionEndpoints.currentTenants),
    logout: same(sessionEndpoints.logout),
    stepUp: same(signInEndpoints.stepUp),
    tenant: same(tenantEndpoints.info),
    vitals: same(vitalEndpoints.add),
  });
});
