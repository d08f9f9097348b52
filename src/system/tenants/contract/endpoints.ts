import * as z from 'zod';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import { tenantCalls } from './calls.ts';
import { EmailForm, EmailTrialRequest, SmsForm, SmsTrialRequest, Trial } from './message-forms.ts';
import { StorageForm, StorageTrial } from './storage-form.ts';
import { TenantInfo, TenantInfoRequest } from './tenant-info.ts';
import { EditTenantRequest, StorefrontTenant, TimeZoneOption } from './tenant-settings.ts';

const edit = <Request extends z.ZodType>(name: string, request: Request, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/tenantinfo/api/${name}`,
    permission: 'tenant-settings:edit',
    request,
    response: TenantInfo,
    summary,
  });
const clear = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/tenantinfo/api/${name}`,
    permission: 'tenant-settings:edit',
    request: z.strictObject({}),
    response: TenantInfo,
    summary,
  });
const trial = <Request extends z.ZodType, Response extends z.ZodType>(
  name: string,
  request: Request,
  response: Response,
  summary: string,
): Endpoint<Request, Response> =>
  endpoint({
    method: 'POST',
    alsoMethods: [],
    path: `/tenantinfo/api/${name}`,
    permission: 'tenant-settings:edit',
    effect: 'read',
    request,
    response,
    summary,
  });

export const tenantEndpoints = {
  info: endpoint({
    ...tenantCalls.info,
    request: TenantInfoRequest,
    response: TenantInfo,
    summary: 'Settings of the selected tenant, secrets masked',
  }),
  add: edit('add', EditTenantRequest, 'The first settings of the selected tenant; refused where it has some'),
  edit: edit('edit_v2', EditTenantRequest, 'Change the settings of the selected tenant; what is left out stays'),
  timeZones: endpoint({
    method: 'GET',
    path: '/tenantinfo/api/getTimeZones',
    permission: null,
    effect: 'read',
    request: z.strictObject({}),
    response: z.array(TimeZoneOption),
    summary: 'Time zones to choose from, with their difference from Greenwich now',
  }),
  editStorage: edit(
    'editStorage',
    StorageForm,
    'Keep the files of the selected tenant in its own S3-compatible bucket from now on',
  ),
  clearStorage: clear('clearStorage', 'Keep the files of the selected tenant on the server again'),
  testStorage: trial(
    'testStorage',
    StorageForm,
    StorageTrial,
    'Write, read and remove a small file in a bucket as it was typed',
  ),
  editEmail: edit('editEmail', EmailForm, 'The mail server through which the selected tenant sends'),
  clearEmail: clear('clearEmail', 'Send no mails of the selected tenant any more'),
  testEmail: trial('testEmail', EmailTrialRequest, Trial, 'Send a mail through a server as it was typed'),
  editSms: edit('editSms', SmsForm, 'The provider through which the selected tenant sends text messages'),
  clearSms: clear('clearSms', 'Send no text messages of the selected tenant any more'),
  testSms: trial('testSms', SmsTrialRequest, Trial, 'Send a text message through a provider as it was typed'),
  ownTenant: endpoint({
    method: 'GET',
    path: '/storefront/v1/tenant',
    auth: 'storefront',
    permission: null,
    request: z.strictObject({}),
    response: StorefrontTenant,
    summary: 'What a client shows of its tenant: formats, carousel, points, whom to ask',
  }),
};
