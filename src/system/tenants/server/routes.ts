import { route } from '#platform/http/server/route.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { clearEmail, clearSms, editEmail, editSms, testEmail, testSms } from './edit-messages.ts';
import { addSettings, editSettings } from './edit-settings.ts';
import { clearStorage, editStorage, testStorage } from './edit-storage.ts';
import { readTenantInfo } from './read-tenant-info.ts';
import { readStorefrontTenant } from './storefront-tenant.ts';
import { readTimeZones } from './time-zones.ts';

export const tenantRoutes = [
  route(tenantEndpoints.info, readTenantInfo),
  route(tenantEndpoints.add, addSettings),
  route(tenantEndpoints.edit, editSettings),
  route(tenantEndpoints.timeZones, readTimeZones),
  route(tenantEndpoints.editStorage, editStorage),
  route(tenantEndpoints.clearStorage, clearStorage),
  route(tenantEndpoints.testStorage, testStorage),
  route(tenantEndpoints.editEmail, editEmail),
  route(tenantEndpoints.clearEmail, clearEmail),
  route(tenantEndpoints.testEmail, testEmail),
  route(tenantEndpoints.editSms, editSms),
  route(tenantEndpoints.clearSms, clearSms),
  route(tenantEndpoints.testSms, testSms),
  route(tenantEndpoints.ownTenant, readStorefrontTenant),
];
