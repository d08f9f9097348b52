import type { DataRule, Narrowing } from '#platform/data-rules/contract/data-rule.ts';
import type { Database } from '#platform/database/server/database.ts';
import { tenantsHere } from '#system/access/server/index.ts';

/** What a user may do in one tenant: through his roles, and through the roles of his departments. */
export interface Rights {
  /** Active tenants in which he may act; all of them for root. */
  readonly tenantIds: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly spotIds: readonly string[] | null;
  /** Undefined where no data rule holds for him. */
  readonly narrowing: Omit<Narrowing, 'now'> | undefined;
}

export interface RightsQuestion {
  readonly userId: string;
  readonly isRoot: boolean;
  /** Raised with whatever decides the rights below: `rightsChanged` of the slice access, the catalogue by its triggers. */
  readonly permissionVersion: number;
  readonly tenantId: string;
  /** Those where he may be a member, of `staff_user`: machines of other tenants are not asked (decision 126). */
  readonly tenantsToAsk: readonly (number | string)[];
}

/** Only who may see all spots without exception adds some, whatever the roles say (domain 6, settled 24). */
const ADDS_SPOTS = 'spot:add';

const KEPT = 5_000;
/** As long as those of an administrator are kept who could not be told of all tenants: a machine was away. */
const KEPT_IN_PART_MS = 5_000;
const kept = new WeakMap<Database, Map<string, Rights>>();

/**
 * Rights by user, tenant and permission version (security 3.12). They are read after the version, so they are at least as
 * new as it; an older version is never asked for again.
 */
export async function rightsOf(database: Database, question: RightsQuestion): Promise<Rights> {
  const cache = kept.get(database) ?? new Map<string, Rights>();
  kept.set(database, cache);
  const key = `${question.userId}/${question.isRoot}/${question.tenantId}/${question.permissionVersion}`;
  const known = cache.get(key);
  if (known) return known;
  const here = question.isRoot ? await database.identity(tenantsHere) : undefined;
  const rights = await readRights(database, question, here);
  if (cache.size >= KEPT) cache.delete(cache.keys().next().value as string);
  cache.set(key, rights);
  if (here) setTimeout(() => cache.delete(key), KEPT_IN_PART_MS).unref();
  return rights;
}

interface RightsRow {
  tenant_ids: string[];
  actions: string[];
  spot_access: 'all' | 'all_but_add' | 'selected' | null;
  spot_ids: string[];
  rules: DataRule[];
  org_code: string | null;
  org_codes: string[];
  time_zone: string | null;
}

/** Ids of permissions and of data rules that one person holds through roles, and through the roles of his departments. */
const HELD = `
  select g.permission_id, g.rule_ids from user_role h
    join role_permission g on g.tenant_id = h.tenant_id and g.role_id = h.role_id
   where h.tenant_id = $2 and h.user_id = $1
  union all
  select g.permission_id, g.rule_ids from department_role_user h
    join department_role r on r.tenant_id = h.tenant_id and r.id = h.role_id
    join user_department d on d.tenant_id = r.tenant_id and d.department_id = r.depart_id and d.user_id = h.user_id
    join department_role_permission g on g.tenant_id = r.tenant_id and g.role_id = r.id
   where h.tenant_id = $2 and h.user_id = $1`;

/** What narrows lists: the rules of what is held, and those of the departments that the person belongs to. */
const NARROWING = `${HELD}
  union all
  select g.permission_id, g.rule_ids from user_department d
    join department_permission g on g.tenant_id = d.tenant_id and g.department_id = d.department_id
   where d.tenant_id = $2 and d.user_id = $1`;

const EVERY_TENANT = 'select t.tenant_id from tenant t where t.status = 1';
const EVERY_TENANT_HERE = `${EVERY_TENANT} and t.tenant_id = any($3::bigint[])`;
const WHERE_MEMBER = `select t.tenant_id from tenant t join membership m on m.tenant_id = t.tenant_id
  where t.tenant_id = any($3::bigint[]) and m.tenant_id = any($3::bigint[]) and t.status = 1 and m.user_id = $1 and m.status = 1`;

/** `here` names the tenants that can be asked, while not all can. */
async function readRights(
  database: Database,
  question: RightsQuestion,
  here: readonly number[] | undefined,
): Promise<Rights> {
  const askable = question.isRoot ? here : question.tenantsToAsk;
  // a client that has not chosen names one that may be none of his, and whose machine may be away: it has no rights for him
  const isAskable = askable === undefined || askable.map(String).includes(question.tenantId);
  const tenantId = isAskable ? question.tenantId : (askable[0] ?? question.tenantId);
  const [name, actsIn] = !question.isRoot
    ? ['read-rights', WHERE_MEMBER]
    : here
      ? ['read-rights-of-root-in-part', EVERY_TENANT_HERE]
      : ['read-rights-of-root', EVERY_TENANT];
  const [row] = await database.identityQuery<RightsRow>({
    name,
    text: `with acts_in as materialized (
        ${actsIn}
      ), held as materialized (
        ${HELD}
      ), narrowing as materialized (
        ${NARROWING}
      ), member as materialized (
        select m.current_org_code, m.spot_access from membership m where m.tenant_id = $2 and m.user_id = $1
      ), org_codes as materialized (
        select d.org_code from user_department u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
         where u.tenant_id = $2 and u.user_id = $1
      ), zone as materialized (
        select t.time_zone from tenant t where t.tenant_id = $2
      ), spots as materialized (
        select s.spot_id from user_spot s where s.tenant_id = $2 and s.user_id = $1
      )
      select
        array(select tenant_id::text from acts_in order by tenant_id) as tenant_ids,
        array(select distinct p.action from held g join permission p on p.id = g.permission_id
               where p.kind = 2 and p.status = 1 and p.action is not null) as actions,
        (select coalesce(json_agg(json_build_object('id', u.id, 'list', case p.kind when 2 then p.action else p.needs end,
                                                    'field', u.field, 'condition', u.condition, 'value', u.value)), '[]')
           from permission_rule u join permission p on p.id = u.permission_id
          where u.status = 1 and u.id in (select unnest(g.rule_ids) from narrowing g)) as rules,
        (select current_org_code from member) as org_code,
        array(select org_code from org_codes order by 1) as org_codes,
        (select time_zone from zone) as time_zone,
        (select spot_access from member) as spot_access,
        array(select spot_id::text from spots order by 1) as spot_ids`,
    values: [question.userId, tenantId, ...(askable ? [askable] : [])],
  });
  const tenantIds = row?.tenant_ids ?? [];
  // Roles of a tenant that he is no member of count for nothing, whatever rows are left over there.
  if (!row || !isAskable || !tenantIds.includes(question.tenantId))
    return { tenantIds, permissions: new Set(), spotIds: question.isRoot ? null : [], narrowing: undefined };
  const seesAll = question.isRoot || row.spot_access === 'all' || row.spot_access === 'all_but_add';
  const permissions = new Set(row.actions);
  if (!question.isRoot && row.spot_access !== 'all') permissions.delete(ADDS_SPOTS);
  const rules = question.isRoot ? [] : row.rules;
  const place = { orgCode: row.org_code ?? '', orgCodes: row.org_codes, timeZone: row.time_zone ?? 'UTC' };
  return {
    tenantIds,
    permissions,
    spotIds: seesAll ? null : row.spot_ids,
    narrowing: rules.length > 0 ? { rules, ...place } : undefined,
  };
}
