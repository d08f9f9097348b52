import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { type SlicePart, serveRecords } from '#platform/records/server/serve-records.ts';
import { type DataSource, dataSources, PASSWORD_MASK } from '../contract/data-sources.ts';
import { DRIVERS, isSameLogin } from '../rules/source-address.ts';
import { findSealed, keepPassword, restoreSealed } from './source-secret.ts';
import { addressOf, type SourceLogin, targetOf } from './sources.ts';

type Draft = Pick<DataSource, keyof typeof dataSources.fields>;

export const faultAt = (path: string, code: string): Problem => new Problem(code, {}, { faults: [{ path, code }] });

/** Nothing, or the mask, stands for the password that is kept. */
export const isUnchanged = (password: string): boolean => password === '' || password === PASSWORD_MASK;

/** A kept password goes to the server that it was given for, and to no other. */
export function mustBeSameLogin(before: SourceLogin, after: SourceLogin): void {
  const of = (login: SourceLogin) => ({ address: addressOf(login), user: login.dbUsername });
  if (!isSameLogin(of(before), of(after))) throw faultAt('dbPassword', 'data-source.password-again');
}

/** Data sources are the administrator's, and each change wants his password again (security 2.13, 4.9). */
function decide(draft: Draft, before: Draft | undefined, context: RequestContext): void {
  requireRoot(context);
  requireStepUp(context);
  const { engine } = addressOf(draft as SourceLogin);
  if (draft.dbDriver !== '' && !DRIVERS[engine].includes(draft.dbDriver))
    throw faultAt('dbDriver', 'data-source.driver');
  if (!before && draft.dbPassword === PASSWORD_MASK) throw faultAt('dbPassword', 'data-source.password-again');
  if (before && before.dbPassword !== '' && isUnchanged(draft.dbPassword))
    mustBeSameLogin(before as SourceLogin, draft as SourceLogin);
}

/** The password goes where nobody reads it, and a mask takes its place. */
async function sealPassword(
  tx: Transaction,
  { id, draft, before }: { id: string; draft: Draft; before: Draft | undefined },
  { services }: RequestContext,
) {
  const { database } = addressOf(draft as SourceLogin);
  if (isUnchanged(draft.dbPassword)) return { dbName: database, dbPassword: before?.dbPassword ?? '' };
  await keepPassword(services, tx.db, id, draft.dbPassword);
  return { dbName: database, dbPassword: PASSWORD_MASK };
}

/** Answered to the administrator alone, whatever a role grants. */
export function forRoot(part: SlicePart): SlicePart {
  return {
    ...part,
    routes: part.routes.map((one) => ({
      ...one,
      handle: async (context, request) => {
        requireRoot(context);
        return one.handle(context, request);
      },
    })),
  };
}

export const servedSources = forRoot(
  serveRecords(dataSources, {
    inUseBy: [{ table: 'data_query', column: 'source_id', namespace: 'data-queries' }],
    decide,
    // checked at save and again at use (security 12.2)
    beforeSave: async (_tx, { draft }, { services }) => {
      await targetOf(services, draft as SourceLogin, undefined);
    },
    generate: sealPassword,
    beforeRemove: async (tx, _row, context) => {
      requireRoot(tx);
      requireStepUp(context);
    },
    along: {
      keep: async (tx, id) => findSealed(tx.db, id),
      restore: async (tx, id, sealed) => {
        if (typeof sealed === 'string') await restoreSealed(tx.db, id, sealed);
      },
    },
    steppedUp: true,
    examples: {
      ...{ code: 'warehouse', name: 'Warehouse', dbType: 'PostgreSQL', dbUsername: 'reader' },
      dbUrl: 'postgresql://db.example.com:5432/warehouse',
    },
  }),
);
