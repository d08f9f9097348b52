import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { DELEGATE_LIST } from '../contract/addresses.ts';
import { delegates as kind } from '../contract/delegates.ts';
import { delegateEndpoints, delegateProblems } from '../contract/endpoints.ts';
import { findBoth, ownDelegations, refuseTimes } from './guard-delegate.ts';

const nameOf = (column: 'user_id' | 'agent_id') =>
  sql`coalesce((select u.realname from tenant_user u
                 where u.tenant_id = ${THIS_TENANT} and u.id = record.${sql.ref(column)}), '')`;

const served = serveRecords(kind, {
  ofPeople: true,
  visible: ownDelegations,
  computed: { realname: nameOf('user_id'), agentRealname: nameOf('agent_id') },
  decide: (draft) => refuseTimes(draft),
  generate: (tx, { draft }, context) => findBoth(tx, draft, context),
});

/** The newest one that the caller may see. */
async function ofPerson(context: RequestContext, { userName }: { userName: string }) {
  const row = await context.read((db) =>
    db
      .selectFrom('user_agent as record')
      .select('record.id')
      .where(sql`lower(record.user_name)`, '=', userName.trim().toLowerCase())
      .where(ownDelegations.condition(context.actor) ?? sql<boolean>`true`)
      .orderBy('record.created_at', 'desc')
      .executeTakeFirst(),
  );
  return (await oneRecord(served.served, context, row?.id ?? raise('delegate.none'))) as never;
}

export const delegates: ServerSlice = sliceOf(
  {
    name: 'delegates',
    about: 'Who stands in for whom for a time, and so is told what the other is told.',
    problems: delegateProblems,
    menu: [
      { page: 'delegates/list', kind, under: 'isystem', path: DELEGATE_LIST, icon: 'users', hidden: true, sort: 95 },
    ],
    routes: [route(delegateEndpoints.ofPerson, ofPerson)],
  },
  served,
);
