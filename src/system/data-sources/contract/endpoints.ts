import * as z from 'zod';
import { EXPORT_FORMATS, EXPORT_SEPARATORS, ExportJob } from '#platform/exports/contract/export-job.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';
import { DATABASE_TYPES, dataQueries, dataSources } from './data-sources.ts';

/** The form of a data source, whole or in part: what is not needed to connect may come along (system-api.md 5.9). */
export const TestConnectionRequest = z.strictObject({
  /** Of a source that is kept: its password is used where none is given. */
  id: z.union([Id, z.literal('')]).optional(),
  dbType: z.enum(DATABASE_TYPES),
  dbUrl: Text(500, 1),
  dbUsername: Text(100),
  dbPassword: Text(300).optional(),
  dbDriver: Text(100).optional(),
  dbName: Text(100).optional(),
  code: Text(64).optional(),
  name: Text(100).optional(),
  remark: Text(500).optional(),
  sysOrgCode: Text(64).optional(),
});
export type TestConnectionRequest = z.infer<typeof TestConnectionRequest>;

export const TestConnectionAnswer = z.strictObject({
  /** As the server calls itself. */
  serverVersion: z.string(),
  /** The user could write: every statement of ours stands in a read-only transaction all the same. */
  mayWrite: z.boolean(),
  isEncrypted: z.boolean(),
  tookMs: z.int(),
});
export type TestConnectionAnswer = z.infer<typeof TestConnectionAnswer>;

/** A statement that may not be saved yet. */
export const PreviewRequest = z.strictObject({ sourceId: Id, sqlText: Text(10_000, 1) });
export type PreviewRequest = z.infer<typeof PreviewRequest>;

export const PREVIEW_ROWS = 20;
export const PreviewAnswer = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  /** There are more rows. */
  isCut: z.boolean(),
  tookMs: z.int(),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

export const ExportQueryRequest = z.strictObject({
  id: Id,
  format: z.enum(EXPORT_FORMATS),
  separator: z.enum(EXPORT_SEPARATORS).optional(),
});
export type ExportQueryRequest = z.infer<typeof ExportQueryRequest>;

export const dataSourceEndpoints = {
  test: endpoint({
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    permission: dataSources.permission('edit'),
    effect: 'read',
    request: TestConnectionRequest,
    response: TestConnectionAnswer,
    summary: 'Connect to a database, saved or not, and say what it answered',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/sys/dataQuery/preview',
    permission: dataQueries.permission('view'),
    effect: 'read',
    request: PreviewRequest,
    response: PreviewAnswer,
    summary: 'The first rows of a statement, saved or not',
  }),
  exportRows: endpoint({
    method: 'POST',
    path: '/sys/dataQuery/exportRows',
    permission: dataQueries.permission('view'),
    request: ExportQueryRequest,
    response: ExportJob,
    summary: 'Start to make a file of the rows of a query',
  }),
};

/** Why a database gave no rows. */
export const SOURCE_TROUBLES = [
  'unknown-host',
  'not-public',
  'refused',
  'timeout',
  'wrong-password',
  'no-database',
  'tls-failed',
  'busy',
  'failed',
] as const;
export type SourceTrouble = (typeof SOURCE_TROUBLES)[number];

export const dataSourceProblems = {
  'data-source.unknown-host': 422,
  'data-source.not-public': 422,
  'data-source.refused': 422,
  'data-source.timeout': 422,
  'data-source.wrong-password': 422,
  'data-source.no-database': 422,
  'data-source.tls-failed': 422,
  'data-source.busy': 422,
  'data-source.failed': 422,
  'data-source.address-form': 422,
  'data-source.type-differs': 422,
  'data-source.option': 422,
  'data-source.credentials': 422,
  'data-source.tls-needed': 422,
  'data-source.driver': 422,
  'data-source.password-again': 422,
  'data-query.code-form': 422,
  'data-query.select-only': 422,
  'data-query.one-statement': 422,
  'data-query.writes': 422,
  'data-query.no-columns': 422,
  'data-query.no-such-column': 422,
  'data-query.too-many-rows': 422,
} as const;
