import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { tenantCalls } from './calls.ts';
import { StorageForm, StorageTrial } from './storage-form.ts';
import { TenantInfo, TenantInfoRequest } from './tenant-info.ts';

export const tenantEndpoints = {
  info: endpoint({
    ...tenantCalls.info,
    request: TenantInfoRequest,
    response: TenantInfo,
    summary: 'Settings of the selected tenant, secrets masked',
  }),
  editStorage: endpoint({
    method: 'POST',
    alsoMethods: ['PUT'],
    path: '/tenantinfo/api/editStorage',
    permission: 'tenant-settings:edit',
    request: StorageForm,
    response: TenantInfo,
    summary: 'Keep the files of the selected tenant in its own S3-compatible bucket from now on',
  }),
  clearStorage: endpoint({
    method: 'POST',
    path: '/tenantinfo/api/clearStorage',
    permission: 'tenant-settings:edit',
    request: z.strictObject({}),
    response: TenantInfo,
    summary: 'Keep the files of the selected tenant on the server again',
  }),
  testStorage: endpoint({
    method: 'POST',
    path: '/tenantinfo/api/testStorage',
    permission: 'tenant-settings:edit',
    effect: 'read',
    request: StorageForm,
    response: StorageTrial,
    summary: 'Write, read and remove a small file in a bucket as it was typed',
  }),
};
