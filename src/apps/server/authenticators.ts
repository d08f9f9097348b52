import { authenticateDevice } from '#domains/devices/server/index.ts';
import { deviceActor } from '#platform/context/server/actor.ts';
import type { Authenticators } from '#platform/http/server/authenticator.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { authenticate, authenticateStorefront, whyEnded } from '#system/session/server/index.ts';

/** Credentials become actors in the session slice; what a missing one means to HTTP is said here. */
export const authenticators: Authenticators = {
  staff: async (services, { token, tenantHeader, scope }) => {
    const found = (await authenticate(services, token, tenantHeader)) ?? raise('request.unauthenticated');
    if (scope === 'tenant' && found.tenantId === '') raise('request.tenant-forbidden');
    return found;
  },
  device: async (services, credentials) => {
    const device = (await authenticateDevice(services, credentials)) ?? raise('request.unauthenticated');
    return { actor: deviceActor(device.id, device.imei), tenantId: device.tenantId };
  },
  whyEnded,
  storefront: async (services, bearer) =>
    (await authenticateStorefront(services, bearer)) ?? raise('request.unauthenticated'),
};
