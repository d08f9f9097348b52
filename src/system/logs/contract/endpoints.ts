import * as z from 'zod';
import { HistoryChange } from '#platform/history/contract/history.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, pageOf, Text } from '#platform/http/contract/fields.ts';
import { type SuperFields, systemListFields } from '#platform/super-query/contract/super-query.ts';

const view = 'log:view';

/** A line as older clients read it (system-api.md 5.12). */
export const LogRow = z.strictObject({
  id: z.string(),
  logType: z.int(),
  logType_dictText: z.string(),
  logContent: z.string(),
  operateType: z.int().nullable(),
  operateType_dictText: z.string(),
  userid: z.string(),
  username: z.string(),
  ip: z.string(),
  costTime: z.int().nullable(),
  requestType: z.string(),
  requestUrl: z.string(),
  requestParam: z.string(),
  method: z.string(),
  createBy: z.string(),
  createTime: z.string(),
});
export type LogRow = z.infer<typeof LogRow>;

/** What the log can be narrowed by, with the operators of older lists. */
export const LOG_FIELDS = {
  username: { kind: 'text' },
  operateType: { kind: 'choice', values: [1, 2, 3, 4, 5, 6], dictionary: 'operate_type' },
  createTime: { kind: 'time' },
} as const satisfies SuperFields;
export const LogListRequest = z.strictObject({
  ...systemListFields(LOG_FIELDS, ['createTime', 'username', 'costTime'] as const),
  logType: z
    .string()
    .regex(/^[12]$/)
    .default('2'),
  keyWord: Text(100).optional(),
});
export type LogListRequest = z.output<typeof LogListRequest>;

/** One version of a record, as older clients read it. */
export const DataLogRow = z.strictObject({
  id: z.string(),
  dataTable: z.string(),
  dataId: z.string(),
  /** JSON. */
  dataContent: z.string(),
  dataVersion: z.string(),
  createBy: z.string(),
  createTime: z.string(),
});
export type DataLogRow = z.infer<typeof DataLogRow>;

export const DATA_LOG_FIELDS = {
  dataTable: { kind: 'text' },
  dataId: { kind: 'text' },
  createTime: { kind: 'time' },
} as const satisfies SuperFields;
export const DataLogRequest = z.strictObject(systemListFields(DATA_LOG_FIELDS, ['createTime'] as const));
export type DataLogRequest = z.output<typeof DataLogRequest>;

/** How a field of a declared kind of record is said in words. */
const DeclaredValue = z.strictObject({
  kind: z.string(),
  dictionary: z.string().optional(),
  unit: z.string().optional(),
});

/** What one call changed in one record. */
export const OperationChange = z.strictObject({
  id: z.string(),
  kind: z.string(),
  /** In the reader's language. */
  kindName: z.string(),
  objectId: z.string(),
  /** The record's page or its list, where it has one. */
  address: z.string().nullable(),
  action: z.string(),
  result: z.string(),
  reason: z.string().nullable(),
  changes: z.array(z.strictObject({ ...HistoryChange.shape, label: z.string(), declared: DeclaredValue.nullable() })),
  /** Names behind the ids among the values, as far as the reader may see them. */
  names: z.record(z.string(), z.string()),
});
export type OperationChange = z.infer<typeof OperationChange>;

const Version = z.strictObject({ id: z.string(), at: Instant, by: z.string() });

export const ObjectKind = z.strictObject({ kind: z.string(), name: z.string() });
export type ObjectKind = z.infer<typeof ObjectKind>;

export const ClearLogRequest = z.strictObject({
  id: Text(100).optional(),
  /** Ids with commas, or `allclear`. */
  ids: Text(20_000).optional(),
});

export const logEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/sys/log/list',
    permission: view,
    request: LogListRequest,
    response: pageOf(LogRow),
    summary: 'Log of logins (logType 1) or of calls that change something (2)',
  }),
  delete: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/log/delete',
    permission: view,
    request: ClearLogRequest,
    response: z.null(),
    summary: 'Refused, with the reason: logs are kept',
    effect: 'read',
  }),
  deleteBatch: endpoint({
    method: 'DELETE',
    alsoMethods: ['POST'],
    path: '/sys/log/deleteBatch',
    permission: view,
    request: ClearLogRequest,
    response: z.null(),
    summary: 'Refused, with the reason: logs are kept, all of them too (allclear)',
    effect: 'read',
  }),
  changes: endpoint({
    method: 'GET',
    path: '/sys/log/changes',
    permission: view,
    request: z.strictObject({ id: Id }),
    response: z.array(OperationChange),
    summary: 'What a call changed, record by record, before and after',
  }),
  version: endpoint({
    method: 'GET',
    path: '/sys/dataVersion/changes',
    permission: view,
    request: z.strictObject({ id: Id }),
    response: OperationChange,
    summary: 'What made a version of a record: its fields before and after',
  }),
  compare: endpoint({
    method: 'GET',
    path: '/sys/dataVersion/compare',
    permission: view,
    request: z.strictObject({ one: Id, other: Id }),
    response: z.strictObject({ older: Version, newer: Version, difference: OperationChange }),
    summary: 'Two versions of one record, the older first, and where they differ',
  }),
  kinds: endpoint({
    method: 'GET',
    path: '/sys/log/kinds',
    permission: view,
    request: z.strictObject({}),
    response: z.array(ObjectKind),
    summary: 'Kinds of record that the logs name',
  }),
  dataList: endpoint({
    method: 'GET',
    path: '/sys/dataLog/list',
    permission: view,
    request: DataLogRequest,
    response: pageOf(DataLogRow),
    summary: 'Versions of records, newest first',
  }),
  dataVersions: endpoint({
    method: 'GET',
    path: '/sys/dataLog/queryDataVerList',
    permission: view,
    request: z.strictObject({ dataTable: Text(100, 1), dataId: Text(100, 1) }),
    response: z.array(DataLogRow),
    summary: 'All versions of one record, newest first',
  }),
  dataCompare: endpoint({
    method: 'GET',
    path: '/sys/dataLog/queryCompareList',
    permission: view,
    request: z.strictObject({ dataId1: Id, dataId2: Id }),
    response: z.array(DataLogRow),
    summary: 'Two versions to compare',
  }),
};

export const logProblems = {
  'log.kept': 409,
  'log.unknown': 404,
  'log.different-records': 409,
} as const;
