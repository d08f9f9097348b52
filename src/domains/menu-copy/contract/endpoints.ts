import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, IntField, TenantId, Text } from '#platform/http/contract/fields.ts';
import { COPY_PERMISSION, CopyPreview, CopyRun, CopyRunDetail, CopyTarget, MOST_MENUS } from './copy-run.ts';

const BASE = '/CopyGoodsAndMenuController/api';
const read = { method: 'POST', permission: COPY_PERMISSION, effect: 'read' } as const;
const change = { method: 'POST', permission: COPY_PERMISSION } as const;

export const PreviewRequest = z.strictObject({
  targetTenantId: TenantId,
  /** Each with everything below it. */
  menuIds: z.array(Id).min(1).max(MOST_MENUS),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;
export const CopyRequest = z.strictObject({ ...PreviewRequest.shape, digest: Text(128, 1) });
export type CopyRequest = z.infer<typeof CopyRequest>;
export const CleanRequest = z.strictObject({
  targetTenantId: TenantId,
  /** As it is shown, so that nobody cleans the wrong one. */
  tenantName: Text(200, 1),
});
export type CleanRequest = z.infer<typeof CleanRequest>;
const RunRequest = z.strictObject({ targetTenantId: TenantId, id: Id });
export type RunRequest = z.infer<typeof RunRequest>;
const RunsRequest = z.strictObject({ pageNo: IntField(1).default(1), pageSize: IntField(1, 100).default(10) });
export type RunsRequest = z.infer<typeof RunsRequest>;

const Runs = z.strictObject({
  records: z.array(CopyRun),
  current: z.int(),
  pages: z.int(),
  size: z.int(),
  total: z.int(),
});

/** Menus from the selected tenant to another one (domain 7, practice 16). */
export const menuCopyEndpoints = {
  targets: endpoint({
    ...read,
    path: `${BASE}/targets`,
    request: z.strictObject({}),
    response: z.array(CopyTarget),
    summary: 'Tenants to which the caller may copy menus',
  }),
  preview: endpoint({
    ...read,
    path: `${BASE}/preview`,
    request: PreviewRequest,
    response: CopyPreview,
    summary: 'What a copy would add, change and leave; nothing is changed',
  }),
  copy: endpoint({
    ...change,
    path: `${BASE}/copy`,
    request: CopyRequest,
    response: CopyRunDetail,
    summary: 'Copy menus with all below them to another tenant, in the background; repeated, it changes what it copied',
  }),
  clean: endpoint({
    ...change,
    path: `${BASE}/clean`,
    request: CleanRequest,
    response: CopyRunDetail,
    summary: 'Remove what was copied to a tenant and is not in use; drinks that stay are taken off sale',
  }),
  runs: endpoint({
    ...read,
    path: `${BASE}/runs`,
    request: RunsRequest,
    response: Runs,
    summary: 'Copies from and to the tenant, newest first',
  }),
  run: endpoint({
    ...read,
    path: `${BASE}/run`,
    request: RunRequest,
    response: CopyRunDetail,
    summary: 'A copy with what became of each record',
  }),
};
