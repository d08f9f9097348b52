import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, TenantId } from '#platform/http/contract/fields.ts';

const OneTenant = z.strictObject({ id: TenantId });
const list = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value;
const ManyTenants = z.strictObject({
  ids: z.preprocess(list, z.array(TenantId).max(200)) as unknown as z.ZodType<string[], string[] | string>,
});
const names = z.strictObject({ id: z.string(), name: z.string() });

export const TenantPerson = z.strictObject({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  roles: z.array(z.string()),
  isActive: z.boolean(),
});
export type TenantPerson = z.infer<typeof TenantPerson>;

export const tenantRegisterEndpoints = {
  remove: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/tenant/delete',
    permission: 'tenant:delete',
    effect: 'change',
    request: OneTenant,
    response: Done,
    summary: 'Delete a tenant that nothing refers to',
  }),
  removeMany: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/tenant/deleteBatch',
    permission: 'tenant:delete',
    effect: 'change',
    request: ManyTenants,
    response: z.strictObject({ done: z.array(z.string()), failed: z.array(z.string()), msg: z.string() }),
    messageOf: ({ msg }) => msg,
    summary: 'Delete those of several tenants that nothing refers to',
  }),
  names: endpoint({
    method: 'GET',
    path: '/sys/tenant/queryList',
    permission: 'tenant:view',
    request: ManyTenants.partial(),
    response: z.array(names),
    summary: 'Normal tenants, all or of these numbers',
  }),
  people: endpoint({
    method: 'GET',
    path: '/sys/tenant/people',
    permission: 'tenant:view',
    request: OneTenant,
    response: z.array(TenantPerson),
    summary: 'Members of a tenant with their roles',
  }),
  initialise: endpoint({
    method: 'POST',
    path: '/tenantinfo/api/initializeTenantConfig',
    permission: 'tenant:edit',
    request: z.strictObject({ tenant_id: TenantId.optional() }),
    response: z.strictObject({
      /** How many of what was made; 0 where the tenant had some. */
      made: z.record(z.string(), z.int()),
    }),
    summary: 'Give a tenant what it has nothing of: roles, drafts of agreements, messages, a fee plan',
  }),
};
