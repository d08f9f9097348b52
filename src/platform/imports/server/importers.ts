import type { Transaction } from '#platform/database/server/transaction.ts';
import type { FindPerson } from '#platform/exports/server/owners.ts';
import type { ImportJob } from '../contract/import-job.ts';

/** What plumbing does not know of people; given by apps/server. */
export interface Importers {
  readonly findPerson: FindPerson;
  /** Says that all rows are over. */
  readonly notifyImporter: (tx: Transaction, userId: string, job: ImportJob) => Promise<void>;
}
