import { TENANT_TABLES } from '#platform/database/server/tables.gen.ts';
import { namedByWith, nameOf, type Part, partsOf, statementsOf, tablesOf, type Word } from './statement-shape.ts';

/** What a database that is distributed by tenant refuses, or does elsewhere than meant (decision 63). */
export const STATEMENT_RULES = {
  'locks-over-tenants': 'a row lock says "tenant_id = $n": rows of several machines are not locked in one statement',
  'locks-and-inserts': 'rows are locked in a statement of their own, not in a part of one that inserts',
  'deletes-by-ctid': 'rows are deleted by their primary key: a ctid names rows of each shard',
  'calls-from-a-shard':
    'pg_notify and set_config stand in a statement without a tenant table: on a worker they reach no subscriber',
  'do-update-computes':
    '"do update" holds no query and only immutable functions: what changes is handed over in "excluded"',
  'update-computes': 'an update makes no texts or JSON of columns: a machine takes immutable functions of them alone',
  'global-in-subquery': 'a query within a query does not bring global tables and tables of tenants together',
  'unnamed-tenant':
    'inside a tenant each query, those within others too, says "tenant_id = $n" (`THIS_TENANT`): with "= outer.tenant_id" alone it is asked of every machine, or refused',
} as const;
export type StatementRule = keyof typeof STATEMENT_RULES;

/** Written into a statement that leaves the tenant to the row policies, or asks about all, on purpose. */
const NAMES_NONE = '/* names no tenant */';

/** The rules that a text breaks, asked inside of one tenant or over all of them. */
export function brokenRules(text: string, { inTenant = false } = {}): StatementRule[] {
  const broken = new Set<StatementRule>();
  for (const statement of statementsOf(text)) {
    const named = namedByWith(statement);
    const parts = [...partsOf(statement)];
    const isOfTenants = (part: Part): boolean =>
      tablesOf(part, named).some((table) => TENANT_TABLES.has(table) || table === COPIED);
    if (!parts.some(isOfTenants)) continue;
    if (parts.some((part) => locks(part) && isOfTenants(part) && !pinsTenant(part))) broken.add('locks-over-tenants');
    if (parts.some((part) => part.place === 'with' && locks(part)) && parts.some((part) => verbOf(part) === 'insert'))
      broken.add('locks-and-inserts');
    if (parts.some((part) => verbOf(part) === 'delete') && parts.some((part) => part.pieces.some(isCtid)))
      broken.add('deletes-by-ctid');
    if (parts.some((part) => callsOf(part.pieces).some((name) => SPEAKS.has(name)))) broken.add('calls-from-a-shard');
    if (parts.some((part) => computesInConflict(part, named))) broken.add('do-update-computes');
    if (parts.some((part) => isOfTenants(part) && computesInUpdate(part))) broken.add('update-computes');
    const asksOfTenants = (part: Part): boolean => tablesOf(part, named).some((table) => TENANT_TABLES.has(table));
    const mustName = inTenant && !text.includes(NAMES_NONE);
    if (
      mustName &&
      parts.flatMap(armsOf).some((part) => asksOfTenants(part) && !pinsTenant(part) && verbOf(part) !== 'insert')
    )
      broken.add('unnamed-tenant');
    if (mixes(statement, named, { global: false, tenant: false })) broken.add('global-in-subquery');
  }
  return [...broken];
}

const SPEAKS: ReadonlySet<string> = new Set(['pg_notify', 'set_config']);
const isCtid = (piece: Word | Part): boolean => nameOf(piece) === 'ctid';

/** What a query does, behind the queries that `with` names. */
function verbOf(query: Part): string {
  if (!query.isQuery) return '';
  const verbs = query.pieces.map(nameOf);
  return verbs.find((word) => ['select', 'insert', 'update', 'delete', 'values'].includes(word)) ?? '';
}

function locks({ isQuery, pieces }: Part): boolean {
  return (
    isQuery &&
    pieces.some((piece, at) => {
      const next = nameOf(pieces[at + 1]);
      return nameOf(piece) === 'for' && ['update', 'share', 'no', 'key'].includes(next);
    })
  );
}

/** Each arm of a union is a query of its own. */
function armsOf(part: Part): Part[] {
  const end = part.isQuery ? part.pieces.findIndex((piece) => JOINS_QUERIES.has(nameOf(piece))) : -1;
  if (end < 0) return [part];
  return [{ ...part, pieces: part.pieces.slice(0, end) }, ...armsOf({ ...part, pieces: part.pieces.slice(end + 1) })];
}
const JOINS_QUERIES: ReadonlySet<string> = new Set(['union', 'except', 'intersect']);

const isEqualSign = (piece: Word | Part | undefined): boolean => piece?.kind === 'sign' && piece.text === '=';

/** `tenant_id = $1`, or a number that was written out. */
function pinsTenant({ pieces }: Part): boolean {
  return pieces.some(
    (piece, at) => nameOf(piece) === 'tenant_id' && isEqualSign(pieces[at + 1]) && pieces[at + 2]?.kind === 'value',
  );
}

/** Functions by name: a word with something in parentheses right behind it. */
const callsOf = (pieces: readonly (Word | Part)[]): string[] =>
  pieces.flatMap((piece, at) => {
    const next = pieces[at + 1];
    return piece.kind === 'word' && next?.kind === 'part' && !NO_CALL.has(piece.text) ? [piece.text] : [];
  });
const NO_CALL = new Set(
  'and or not in any all some exists case when then else set where is like as values row array'.split(' '),
);
/** The ones that upserts may use; who needs another looks up that PostgreSQL calls it immutable, and adds it. */
const IMMUTABLE = new Set(
  'coalesce greatest least nullif make_interval array_cat array_append lower upper add_counts'.split(' '),
);
const CLOCKS = new Set(['current_timestamp', 'current_date', 'current_time', 'localtimestamp', 'localtime']);
/** Copied to every machine, so that it may be asked together with tables of tenants; its rows are written like theirs. */
const COPIED = 'event_subscription';

function computesInConflict(part: Part, named: ReadonlySet<string>): boolean {
  if (verbOf(part) !== 'insert') return false;
  if (!tablesOf(part, named).some((table) => TENANT_TABLES.has(table) || table === COPIED)) return false;
  const from = part.pieces.findIndex((piece, at) => nameOf(piece) === 'do' && nameOf(part.pieces[at + 1]) === 'update');
  if (from < 0) return false;
  const behind = part.pieces.slice(from);
  const end = behind.findIndex((piece) => nameOf(piece) === 'returning');
  const pieces = end < 0 ? behind : behind.slice(0, end);
  const inner = pieces.flatMap((piece) => (piece.kind === 'part' ? [...partsOf(piece)] : []));
  return (
    inner.some(({ isQuery }) => isQuery) ||
    [pieces, ...inner.map((one) => one.pieces)].some(
      (some) => callsOf(some).some((name) => !IMMUTABLE.has(name)) || some.some((piece) => CLOCKS.has(nameOf(piece))),
    )
  );
}

/** Of the time zone, the settings or the types of a session, so that PostgreSQL calls them stable. */
const STABLE = new Set(
  'jsonb_build_object jsonb_build_array json_build_object json_build_array to_jsonb to_json row_to_json to_char concat concat_ws format'.split(
    ' ',
  ),
);

/** Queries within it are computed before. */
function computesInUpdate(part: Part): boolean {
  if (verbOf(part) !== 'update') return false;
  const computes = ({ pieces }: Part): boolean =>
    callsOf(pieces).some((name) => STABLE.has(name)) ||
    pieces.some((piece) => piece.kind === 'part' && !piece.isQuery && computes(piece));
  return computes(part);
}

/** A query within another one brings the other kind of table, or both kinds; one that `with` names is a query of its own. */
function mixes(part: Part, named: ReadonlySet<string>, around: { global: boolean; tenant: boolean }): boolean {
  const own = tablesOf(part, named);
  const global = own.some((table) => !TENANT_TABLES.has(table) && table !== COPIED);
  const tenant = own.some((table) => TENANT_TABLES.has(table));
  const isWithin = part.isQuery && part.place === 'within';
  if (isWithin && ((global && (tenant || around.tenant)) || (tenant && around.global))) return true;
  const inside =
    part.isQuery && !isWithin
      ? { global, tenant }
      : { global: global || around.global, tenant: tenant || around.tenant };
  return part.pieces.some((piece) => piece.kind === 'part' && mixes(piece, named, inside));
}

/** What decides what people may do: every write of it, or one of these columns alone. */
const RIGHTS: Readonly<Record<string, readonly string[] | 'every'>> = {
  tenant: ['status', 'time_zone'],
  membership: ['status', 'spot_access', 'tenant_id', 'user_id', 'current_org_code'],
  user_role: 'every',
  user_department: 'every',
  user_spot: 'every',
  role_permission: 'every',
  department_permission: 'every',
  department_role_permission: 'every',
  department_role_user: 'every',
  permission_rule: 'every',
  department: ['org_code'],
  // the grants of their holders go with them
  role: [],
  department_role: [],
};

/** Nobody holds them when they are new. */
const GIVE_NOTHING = new Set(['role', 'department_role', 'department', 'permission_rule']);

/** Whether a text writes what decides people's rights: their permission version must be raised with it (security 4.2). */
export function writesRights(text: string): boolean {
  return statementsOf(text).some((statement) =>
    [...partsOf(statement)].some((part) => {
      const verb = verbOf(part);
      const at = part.pieces.findIndex((piece) => nameOf(piece) === verb);
      const written = nameOf(part.pieces[verb === 'update' ? at + 1 : at + 2]);
      const columns = RIGHTS[written];
      if (!columns || !['insert', 'update', 'delete'].includes(verb)) return false;
      if (verb === 'insert') return !GIVE_NOTHING.has(written);
      if (verb === 'delete' || columns === 'every') return true;
      const set = part.pieces.slice(part.pieces.findIndex((piece) => nameOf(piece) === 'set'));
      const end = set.findIndex((piece) => ['from', 'where', 'returning'].includes(nameOf(piece)));
      return set
        .slice(0, end < 0 ? set.length : end)
        .some((piece, place) => columns.includes(nameOf(piece)) && isEqualSign(set[place + 1]));
    }),
  );
}

export const raisesPermissionVersion = (text: string): boolean => /\braise_(every_)?permission_version\(/.test(text);

/** A login finds a membership where its person's row says that its tenant is to be asked (decision 126). */
export const addsMembership = (text: string): boolean => /\binsert into "?membership"?\s/i.test(text);
export const saysTenantToAsk = (text: string): boolean => /\braise_permission_version\([^)]*,/.test(text);
