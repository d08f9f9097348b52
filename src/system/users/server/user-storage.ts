import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { withPeople } from '#platform/database/server/reach-people.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { Values } from '#platform/records/server/record-rows.ts';
import type { RecordStorage } from '#platform/records/server/serving.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { checkPassword, hashPassword } from '#system/passwords/server/index.ts';
import { normalAccount } from '#system/session/rules/normal-account.ts';

/** Columns of the account by field; the others are the membership's. */
const ACCOUNT_COLUMNS = {
  avatar: 'avatar',
  username: 'username',
  realname: 'realname',
  sex: 'sex',
  birthday: 'birthday',
  workNo: 'work_no',
  phone: 'phone',
  email: 'email',
  telephone: 'telephone',
} as const;
type AccountField = keyof typeof ACCOUNT_COLUMNS;
export const ACCOUNT_FIELDS = Object.keys(ACCOUNT_COLUMNS) as readonly AccountField[];

/** Unique over all tenants, for people are found by them before a tenant is known (security 3.2). */
const TAKEN_FIELDS: Readonly<Record<string, AccountField>> = {
  staff_user_username_key_key: 'username',
  staff_user_email: 'email',
  staff_user_phone: 'phone',
  staff_user_work_no: 'workNo',
};

/** An account of another tenant is refused like one of this tenant: who owns it is not revealed (settled 18). */
async function orTaken(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    const field = TAKEN_FIELDS[violatedUnique(error) ?? ''];
    if (field === undefined) throw error;
    raiseAt(field, 'record.taken');
  });
}

/** Empty contacts are null: two people without a mailbox share none. */
function accountColumns(values: Values): Record<string, unknown> {
  const given = ACCOUNT_FIELDS.filter((field) => values[field] !== undefined);
  const columns = given.map((field) => {
    const value = values[field];
    return [ACCOUNT_COLUMNS[field], value === '' && (field === 'phone' || field === 'email') ? null : value];
  });
  const key = values['username'] === undefined ? {} : { username_key: normalAccount(String(values['username'])) };
  return { ...Object.fromEntries(columns), ...key };
}

interface MembershipValues {
  readonly status?: number;
  readonly userIdentity?: number;
  readonly spotAccess?: string;
}

function membershipColumns({ status, userIdentity, spotAccess }: MembershipValues) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(userIdentity === undefined ? {} : { user_identity: userIdentity }),
    ...(spotAccess === undefined ? {} : { spot_access: spotAccess }),
  };
}

/** The hash of the first password; who comes in a table has none, and makes one by the code of a phone (security 4.11). */
export async function firstPassword(context: RequestContext, request: Values): Promise<string> {
  const { password, confirmpassword, username, realname } = request as Record<string, string | undefined>;
  if (password === undefined) return hashPassword(context.services, `${newId()}${newId()}`);
  if (confirmpassword !== undefined && confirmpassword !== password)
    raiseAt('confirmpassword', 'user.passwords-differ');
  checkPassword(password, { account: username ?? '', name: realname ?? '' });
  return hashPassword(context.services, password);
}

/** Rows of people: the account in `staff_user`, what he is in this tenant in `membership`. */
export const userStorage: RecordStorage = {
  lock: async (tx, id) => {
    await tx.db.selectFrom('membership').select('user_id').where('user_id', '=', id).forNoKeyUpdate().execute();
  },
  insert: async (tx, { id, values, made, prepared }) => {
    const kept = membershipColumns(values as MembershipValues);
    // the place of a removed person is kept: it comes back
    const restored = await tx.db
      .updateTable('membership')
      .set({ ...kept, status: (values['status'] as number | undefined) ?? 1, removed_at: null, removed_by: null })
      .where('user_id', '=', id)
      .where('status', '=', 0)
      .executeTakeFirst();
    if (restored.numUpdatedRows === 0n) {
      await withPeople(tx.db, () =>
        orTaken(() =>
          tx.db
            .insertInto('staff_user')
            .values({
              id,
              ...accountColumns(values),
              password_hash: String(prepared),
              created_at: made.createdAt,
            } as never)
            .execute(),
        ),
      );
      const { createdAt: created_at, createdBy: created_by } = made;
      const times = { created_at, created_by, updated_at: created_at };
      await tx.db
        .insertInto('membership')
        .values({ user_id: id, ...kept, ...times } as never)
        .execute();
    }
    await rightsChanged(tx.db, [id]);
  },
  update: async (tx, { id, values, version }) => {
    const account = accountColumns(values);
    if (Object.keys(account).length > 0)
      await withPeople(tx.db, () =>
        orTaken(() => tx.db.updateTable('staff_user').set(account).where('id', '=', id).execute()),
      );
    await tx.db
      .updateTable('membership')
      .set({
        ...membershipColumns(values as MembershipValues),
        ...{ version, updated_at: tx.now(), updated_by: tx.actor.name },
      })
      .where('user_id', '=', id)
      .execute();
    await rightsChanged(tx.db, [id]);
  },
  /** Into the recycle bin: roles and departments stay with the membership, which gives nothing until it comes back. */
  remove: async (tx, id) => {
    await tx.db
      .updateTable('membership')
      .set({ status: 0, removed_at: tx.now(), removed_by: tx.actor.name })
      .where('user_id', '=', id)
      .execute();
    await rightsChanged(tx.db, [id]);
  },
};

type LinkTable = 'user_role' | 'user_department' | 'department_manager' | 'user_spot' | 'user_position';

/** A list of ids that lies in a table of pairs. */
export function links(table: LinkTable, column: string) {
  return {
    read: sql`coalesce((select jsonb_agg(h.${sql.ref(column)} order by h.${sql.ref(column)}) from ${sql.table(table)} h
                         where h.tenant_id = ${THIS_TENANT} and h.user_id = record.id), '[]')`,
    write: async (tx: Transaction, id: string, ids: readonly string[]): Promise<void> => {
      const db = tx.db as never as { deleteFrom: typeof tx.db.deleteFrom };
      const others = db.deleteFrom(table as 'user_role').where('user_id', '=', id);
      await (ids.length === 0 ? others : others.where(column as 'role_id', 'not in', [...ids])).execute();
      if (ids.length > 0)
        await tx.db
          .insertInto(table as 'user_role')
          .values(ids.map((one) => ({ user_id: id, [column]: one })) as never)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await rightsChanged(tx.db, [id]);
    },
  };
}
