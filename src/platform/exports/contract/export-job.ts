import * as z from 'zod';
import { Id, Instant, pageFields, pageOf } from '#platform/http/contract/fields.ts';

export const EXPORT_STATES = ['creating', 'created', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What stands between the cells of a CSV file. */
export const EXPORT_SEPARATORS = ['comma', 'semicolon'] as const;
export type ExportSeparator = (typeof EXPORT_SEPARATORS)[number];

/**
 * Why there is no file: the run died, was refused, or met a limit, somebody was erased who may have stood in it, or the storage of the
 * tenant's files is away.
 */
export const EXPORT_FAILURES = [
  'stalled',
  'not-permitted',
  'too-many-rows',
  'too-large',
  'no-space',
  'withdrawn',
  'storage',
  'broken',
] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** One file that its owner asked for (practice 15). */
export const ExportJob = z.strictObject({
  id: z.string(),
  /** What is in it: `orders` … */
  kind: z.string(),
  /** As it is saved: its kind and its days, in the language in which it was asked for. */
  fileName: z.string(),
  format: z.enum(EXPORT_FORMATS),
  /** Of a CSV file; a workbook has no use for it. */
  separator: z.enum(EXPORT_SEPARATORS),
  /** Keys of the columns, in their order. */
  columns: z.array(z.string()),
  /** The filters, as the list call takes them. */
  request: z.record(z.string(), z.json()),
  state: z.enum(EXPORT_STATES),
  /** It is the turn of others, or of another file of the same person. */
  isWaiting: z.boolean(),
  /** 0 to 100; null while the number of rows is not known. */
  percent: z.int().nullable(),
  rows: z.int(),
  failure: z.enum(EXPORT_FAILURES).nullable(),
  /** Bytes. */
  size: z.int().nullable(),
  /** SHA-256 in hex. */
  checksum: z.string().nullable(),
  /** Who asked for it; empty in files of before this was kept. */
  requestedByName: z.string(),
  /** Of the caller: others' files are read by him, not changed. */
  isOwn: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** When the file is thrown away. */
  keptUntil: Instant.nullable(),
});
export type ExportJob = z.infer<typeof ExportJob>;

/** Whoever holds it sees the files of all people of the tenant, of kinds that he may export himself (settled 96). */
export const VIEW_ALL_EXPORTS = 'export:view-all';
export const EXPORT_OWNERS = ['own', 'all'] as const;

export const ExportPageRequest = z.strictObject({
  ...pageFields,
  state: z.enum(EXPORT_STATES).optional(),
  /** The caller's files, or those of everybody. */
  owner: z.enum(EXPORT_OWNERS).default('own'),
});
export type ExportPageRequest = z.infer<typeof ExportPageRequest>;
export const ExportPage = pageOf(ExportJob);
export type ExportPage = z.infer<typeof ExportPage>;

export const OneExportRequest = z.strictObject({ id: Id });
export type OneExportRequest = z.infer<typeof OneExportRequest>;

/** What a file holds, in the words of the caller. */
export const ExportWords = z.strictObject({
  columns: z.array(z.string()),
  filters: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** Whose days and clocks it is written in. */
  timeZone: z.string(),
});
export type ExportWords = z.infer<typeof ExportWords>;

/** Below the system base; everybody who has it may open it until `expiresAt`. */
export const ExportLink = z.strictObject({ path: z.string(), expiresAt: Instant });
export type ExportLink = z.infer<typeof ExportLink>;
