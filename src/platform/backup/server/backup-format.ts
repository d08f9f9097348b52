import * as z from 'zod';

// A backup is a compressed tar: `begin.json`, the files of the data folder below `files/`, the rows of each table in pieces
// below `tables/`, and `end.json`, which a backup that was cut off does not have.

export const FORMAT = 1;
export const BEGIN = 'begin.json';
export const END = 'end.json';
export const FILES = 'files/';
export const TABLES = 'tables/';

export const TableShape = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type TableShape = z.infer<typeof TableShape>;

/** What a backup needs from the product that restores it. */
export const Beginning = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Names of the migrations of the database, which the restoring product must have as well. */
  migrations: z.array(z.string()),
  /** Version of the tables of the job queue, which are another product's; null where no server has begun yet. */
  jobTables: z.number().nullable(),
  /** How many parts each table of tenants had on a cluster; null where all lay on one machine. */
  shards: z.number().nullable().default(null),
  tables: z.array(TableShape),
});
export type Beginning = z.infer<typeof Beginning>;

/** How many rows of a table there are, and the SHA-256 of them as PostgreSQL copies them. */
const TableContent = z.object({ rows: z.number(), digest: z.string() });
export type TableContent = z.infer<typeof TableContent>;

export const Ending = z.object({
  /** By schema and name: `public.coffee_order`. */
  tables: z.record(z.string(), TableContent),
  /** Next values of sequences, by name. */
  sequences: z.record(z.string(), z.number()),
  files: z.number(),
});
export type Ending = z.infer<typeof Ending>;

export const keyOf = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string => `${schema}.${name}`;

/** A backup that cannot be made or restored, in words for the operator at the terminal. */
export class BackupProblem extends Error {}
