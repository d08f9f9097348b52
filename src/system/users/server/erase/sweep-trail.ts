import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import {
  type PersonalPart,
  REPLACED_JOIN,
  ROW_COLUMNS,
  replacePersonal,
  type StoredAuditRow,
} from '#system/audit-chain/server/index.ts';
import { jsonWithoutPerson, likePatterns, withoutPerson } from '../../rules/person-traces.ts';
import { ACCOUNT_FIELDS } from '../user-storage.ts';
import type { Leaving } from './sweep-texts.ts';

const AT_ONCE = 500;
const START = '00000000-0000-0000-0000-000000000000';

type Row = StoredAuditRow & { readonly id: string };

/** Puts the pseudonym into the audit rows of a tenant; their numbers, links and signatures stay (security 14.3, 14.5). */
export async function sweepTrail(services: Services, tenantId: string, person: Leaving): Promise<void> {
  const { kind } = recordOf(person);
  const patterns = likePatterns(person.traces);
  let last = START;
  for (;;) {
    const from = last;
    const rows = await services.database.acrossTenants('a person is erased from the audit trail', async (db) => {
      await sql`select set_config('statement_timeout', '120s', true)`.execute(db);
      const { rows: found } = await sql<Row>`
        select ${ROW_COLUMNS} from audit_row record ${REPLACED_JOIN}
         where record.tenant_id = ${Number(tenantId)} and record.id > ${from}
           and (record.actor_id = ${person.userId} or (record.object_kind = ${kind} and record.object_id = ${person.userId})
                or record.actor_name ilike any (${patterns}::text[]) or record.reason ilike any (${patterns}::text[])
                or record.before::text ilike any (${patterns}::text[]) or record.after::text ilike any (${patterns}::text[]))
         order by record.id limit ${AT_ONCE}`.execute(db);
      for (const row of found) {
        const changed = withoutHim(row, person);
        if (changed) await replacePersonal(services, db, tenantId, row, changed);
      }
      return found;
    });
    last = rows.at(-1)?.id ?? last;
    if (rows.length < AT_ONCE) return;
  }
}

const recordOf = ({ record }: Leaving) => record ?? { kind: 'user', fields: ACCOUNT_FIELDS };

/** The personal part of the row without him; undefined where it does not name him. */
function withoutHim(row: Row, person: Leaving): PersonalPart | undefined {
  const { kind, fields } = recordOf(person);
  const isOfHim = row.object_kind === kind && row.object_id === person.userId;
  const cleared = (value: unknown): unknown => {
    if (value === null) return null;
    const about = isOfHim ? withoutAccount(value, person.pseudonym, fields) : value;
    return JSON.parse(jsonWithoutPerson(JSON.stringify(about), person, 'happening'));
  };
  const changed: PersonalPart = {
    actor_name: row.actor_id === person.userId ? person.pseudonym : withoutPerson(row.actor_name, person, 'happening'),
    before: cleared(row.before),
    after: cleared(row.after),
    reason: row.reason === null ? null : withoutPerson(row.reason, person, 'happening'),
    address: row.actor_id === person.userId ? '' : row.address,
  };
  const text = ({ actor_name, before, after, reason, address }: PersonalPart): string =>
    JSON.stringify([actor_name, before, after, reason, address]);
  return text(changed) === text(row) ? undefined : changed;
}

/** What of a record of his account is known of him alone: birthday and gender too, which nobody could look for. */
function withoutAccount(value: unknown, pseudonym: string, ofAccount: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: ReadonlySet<string> = new Set(ofAccount);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      fields.has(name) && inner !== null && inner !== '' ? pseudonym : inner,
    ]),
  );
}
