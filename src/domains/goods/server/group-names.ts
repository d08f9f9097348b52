import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { groups } from '../contract/groups.ts';
import { haveSameName } from '../rules/same-names.ts';

type Draft = RowOf<typeof groups.fields>;

/** A group that takes the name of another one, on a drink that has both: whoever orders it could not tell them apart. */
export async function refuseSameNames(
  tx: Transaction,
  { id, draft, before }: { readonly id: string; readonly draft: Draft; readonly before: Draft | undefined },
): Promise<void> {
  if (!before || (draft.name === before.name && draft.nameZh === before.nameZh)) return;
  const others = await tx.db
    .selectFrom('beverage_option_group as own')
    .innerJoin('beverage_option_group as other', 'other.beverage_id', 'own.beverage_id')
    .innerJoin('option_group', 'option_group.id', 'other.group_id')
    .innerJoin('beverage', 'beverage.id', 'own.beverage_id')
    .where('own.group_id', '=', id)
    .where('other.group_id', '<>', id)
    .select(['beverage.name as drink', 'option_group.name', 'option_group.name_zh as nameZh'])
    .execute();
  const same = others.find((other) => haveSameName(other, draft));
  if (!same) return;
  const path = draft.name.toLowerCase() === same.name.toLowerCase() ? 'name' : 'nameZh';
  const code = 'beverage.group-name-on-drink';
  raise('request.malformed', {}, { faults: [{ path, code, params: { name: same.drink } }] });
}
