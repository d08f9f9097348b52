import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { ExportJob } from '../contract/export-job.ts';
import { type ExportRow, toExportJob } from './export-store.ts';
import { pushExport } from './start-export.ts';

/** Who a person is now, with today's rights in the tenant; nothing when he may not act there any more. */
export type FindPerson = (services: Services, userId: string, tenantId: string) => Promise<Actor | undefined>;

/** What plumbing does not know of people; given by apps/server. */
export interface Owners {
  readonly findPerson: FindPerson;
  /** Says that a file is there, or will not come. */
  readonly notifyOwner: (tx: Transaction, userId: string, job: ExportJob) => Promise<void>;
}

/** The end of a job, in its transaction: open pages show it, and its owner gets a notice. */
export async function announceEnd(owners: Owners, tx: Transaction, row: ExportRow): Promise<void> {
  await pushExport(tx, row);
  await owners.notifyOwner(tx, row.requested_by, toExportJob(row));
}
