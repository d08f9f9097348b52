import * as z from 'zod';
import { EXPORT_FORMATS } from '#platform/exports/contract/export-job.ts';
import { Id, Instant, pageFields, pageOf, UploadedFile } from '#platform/http/contract/fields.ts';

export const IMPORT_STATES = ['checked', 'running', 'done'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a file of one kind of table may have. */
export interface ImportLimits {
  readonly bytes: number;
  /** Below its head. */
  readonly rows: number;
}

/** A CSV or XLSX file as it lies on the reader's disk; its name is shown again, and nothing else. */
export const CheckImportRequest = z.strictObject({ file: UploadedFile });
export type CheckImportRequest = z.infer<typeof CheckImportRequest>;

/** `all`: only if no row has a fault; `good`: without the rows that have one. */
export const IMPORT_MODES = ['all', 'good'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const ImportJob = z.strictObject({
  id: z.string(),
  kind: z.string(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(z.string()),
  /** Heads of columns that were left out. */
  ignored: z.array(z.string()),
  rows: z.int(),
  /** Rows with a fault. */
  bad: z.int(),
  done: z.int(),
  failed: z.int(),
  /** It ends after the row under way. */
  isStopping: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ImportJob = z.infer<typeof ImportJob>;

/** What became of a file whose rows were taken over while its sender waited, as older clients read it (system-api.md 1.6). */
export const ImportOutcome = z.strictObject({
  totalCount: z.int(),
  errorCount: z.int(),
  successCount: z.int(),
  msg: z.string(),
  /** Below the system base: the rows that were refused, each with its reason. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportFault = z.strictObject({ column: z.string(), message: z.string() });
export type ImportFault = z.infer<typeof ImportFault>;

export const ImportRow = z.strictObject({
  /** As a spreadsheet numbers it, the head being 1. */
  rowNo: z.int(),
  cells: z.record(z.string(), z.string()),
  faults: z.array(ImportFault),
  result: z.enum(['running', 'done', 'failed']).nullable(),
  /** Why it failed, or what is still to be done about it. */
  message: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const OneImportRequest = z.strictObject({ id: Id });
export type OneImportRequest = z.infer<typeof OneImportRequest>;
export const StartImportRequest = z.strictObject({ id: Id, mode: z.enum(IMPORT_MODES) });
export type StartImportRequest = z.infer<typeof StartImportRequest>;
export const ImportRowsRequest = z.strictObject({
  ...pageFields,
  id: Id,
  /** Only rows with a fault, or that failed. */
  only: z.enum(['bad', 'failed']).optional(),
});
export type ImportRowsRequest = z.infer<typeof ImportRowsRequest>;
export const ImportRowsPage = pageOf(ImportRow);
export type ImportRowsPage = z.infer<typeof ImportRowsPage>;
export const ImportResultRequest = z.strictObject({ id: Id, format: z.enum(EXPORT_FORMATS) });
export type ImportResultRequest = z.infer<typeof ImportResultRequest>;
