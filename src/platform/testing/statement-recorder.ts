import pg from 'pg';
import { type Asked, keepForExplain } from './one-shard.ts';
import {
  addsMembership,
  brokenRules,
  raisesPermissionVersion,
  STATEMENT_RULES,
  saysTenantToAsk,
  writesRights,
} from './statement-rules.ts';

// Looks at every statement that the product runs in a test of the server, as it runs: each text once, so that it costs nothing.

/** What was found since the last look, ready to be read. */
const faults = new Set<string>();

export function takeStatementFaults(): string[] {
  const found = [...faults];
  faults.clear();
  return found;
}

interface Known {
  readonly writesRights: boolean;
  readonly raisesVersion: boolean;
  readonly addsMembership: boolean;
  readonly saysTenant: boolean;
}
const known = new Map<string, Known>();

function look(text: string, inTenant: boolean): Known {
  const key = inTenant ? text : `over tenants: ${text}`;
  const before = known.get(key);
  if (before) return before;
  const found = {
    ...{ writesRights: writesRights(text), raisesVersion: raisesPermissionVersion(text) },
    ...{ addsMembership: addsMembership(text), saysTenant: saysTenantToAsk(text) },
  };
  known.set(key, found);
  for (const rule of brokenRules(text, { inTenant })) faults.add(`${rule}: ${STATEMENT_RULES[rule]}\n${text}`);
  return found;
}

/** Rights that were changed and are not obeyed by the next request, because a version was not raised with them. */
function lookAtRights(transaction: Transaction): void {
  const saysTenant = transaction.saidTenant || (transaction.tenantId !== undefined && transaction.raisedVersion);
  if (transaction.addedMembership !== undefined && !saysTenant)
    faults.add(
      `membership-not-told: outside of its tenant a membership is written together with \`rightsChanged\` that says the tenant\n${transaction.addedMembership}`,
    );
  if (transaction.changedRights === undefined || transaction.raisedVersion) return;
  faults.add(
    `rights-change-unversioned: what decides rights is written together with \`rightsChanged\` of the slice access\n${transaction.changedRights}`,
  );
}

const isOnCluster = process.env['TEST_CITUS'] !== undefined;

/** Who asks on a connection; statements of the schema's owner are tests at work and migrations. */
interface Connection {
  role: string;
  readonly roleOutside: string;
  transaction: Transaction | undefined;
}
interface Transaction {
  /** The one that it is inside of. */
  tenantId?: string;
  readonly readsOnly: boolean;
  changedRights?: string;
  raisedVersion?: boolean;
  addedMembership?: string;
  saidTenant?: boolean;
}
const connections = new WeakMap<pg.Client, Connection>();

function connectionOf(client: pg.Client): Connection {
  let connection = connections.get(client);
  if (!connection) {
    const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters;
    const role = /\brole=(\w+)/.exec(options ?? '')?.[1] ?? 'none';
    connection = { role, roleOutside: role, transaction: undefined };
    connections.set(client, connection);
  }
  return connection;
}

function note(client: pg.Client, { text, values }: Asked): void {
  const connection = connectionOf(client);
  const role = /\bset_config\('role', '(\w+)'|^\s*set\s+(?:local\s+)?role\s+(\w+)/i.exec(text);
  if (role) connection.role = role[1] ?? role[2]!;
  else if (/^\s*reset role/i.test(text)) connection.role = connection.roleOutside;
  if (/^\s*begin\b/i.test(text)) connection.transaction = { readsOnly: /^\s*begin read only/i.test(text) };
  const tenantId = /\bset local app\.tenant_id = '(\d+)'/i.exec(text)?.[1];
  if (connection.transaction && tenantId) connection.transaction.tenantId = tenantId;
  if (connection.role === 'app' || connection.role === 'platform') {
    const transaction = connection.transaction ?? { readsOnly: false };
    const { writesRights, raisesVersion, addsMembership, saysTenant } = look(text, transaction.tenantId !== undefined);
    if (isOnCluster && connection.role === 'app' && transaction.readsOnly && transaction.tenantId)
      keepForExplain(client, transaction.tenantId, { text, values });
    if (writesRights) transaction.changedRights ??= text;
    if (raisesVersion) transaction.raisedVersion = true;
    if (addsMembership) transaction.addedMembership ??= text;
    if (saysTenant) transaction.saidTenant = true;
    if (!connection.transaction) lookAtRights(transaction);
  }
  const end = /^\s*(commit|rollback)\b/i.exec(text)?.[1];
  if (!end) return;
  if (end.toLowerCase() === 'commit' && connection.transaction) lookAtRights(connection.transaction);
  connection.transaction = undefined;
  connection.role = connection.roleOutside;
}

/** Once per process: each connection of the product, of pg-boss and of the tests asks through this one function. */
export function recordStatements(): void {
  const { query } = pg.Client.prototype;
  if (query.name === 'recorded') return;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...question: unknown[]): unknown {
    const [first, second] = question;
    const { text, values = Array.isArray(second) ? second : [] } =
      typeof first === 'string' ? { text: first } : ((first ?? {}) as Partial<Asked>);
    if (text !== undefined) note(this, { text, values });
    return (query as (...asked: unknown[]) => unknown).apply(this, question);
  } as typeof query;
}
