import type { Services } from '#platform/context/server/services.ts';
import { tracesOf } from '../../rules/person-traces.ts';
import type { Leaving } from './sweep-texts.ts';
import { sweepTable } from './sweep-texts.ts';
import { sweepTrail } from './sweep-trail.ts';
import { textTables } from './text-tables.ts';

export interface LeavingRecord {
  readonly id: string;
  /** What is looked for in all texts. */
  readonly values: readonly string[];
  readonly pseudonym: string;
  readonly record: NonNullable<Leaving['record']>;
}

/** Puts a pseudonym in place of what names somebody who is no user, in all texts and audit rows of one tenant (security 14.5). */
export async function eraseTraces(services: Services, tenantId: string, leaving: LeavingRecord): Promise<void> {
  const { id, values, pseudonym, record } = leaving;
  const person: Leaving = { userId: id, traces: tracesOf(values, id), pseudonym, record };
  if (person.traces.length > 0)
    for (const table of await services.database.acrossTenants('tables with texts', textTables))
      if (table.ofTenant) await sweepTable(services, table, tenantId, person);
  // last, for a crash before is repeated as a whole
  await sweepTrail(services, tenantId, person);
}
