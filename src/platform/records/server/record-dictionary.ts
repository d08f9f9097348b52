import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { readKind } from './list-records.ts';
import { recordConditions } from './record-query.ts';
import { anyTable, columnOf, fieldsOf, nameIn } from './record-rows.ts';
import { isTaken } from './save-record.ts';
import type { ServedKind } from './serving.ts';
import type { TableDictionary, UniqueField } from './slice-parts.ts';

/** The kind as table dictionaries: pickers of other forms find its records by name, and store the id or the given field. */
export function recordDictionaries(served: ServedKind): TableDictionary[] {
  const { dictionary, olderTable, label, valueField } = served.kind;
  const byId = dictionaryOf(served, dictionary, 'id');
  if (valueField === undefined) return [byId];
  const column = columnOf(valueField);
  return [byId, dictionaryOf(served, `${olderTable},${label},${column}`, column)];
}

function dictionaryOf(served: ServedKind, name: string, valueColumn: string): TableDictionary {
  const { kind } = served;
  const options = (context: RequestContext, keyword: string) =>
    recordConditions(served, context, keyword === '' ? {} : { keyword });
  const named = (context: RequestContext) => nameIn(context.language, kind);
  const toOption = (row: Record<string, unknown>) => ({ value: String(row['value']), text: String(row['text']) });
  return {
    name,
    permission: kind.permission('view'),
    search: async (context, { keyword, limit }) => {
      const asked = await options(context, keyword);
      const rows = await readKind(served, context, (db) =>
        anyTable(db)
          .selectFrom(`${kind.table} as record`)
          .select([`record.${valueColumn} as value`, named(context).as('text')])
          .where(asked)
          .orderBy(named(context))
          .orderBy('record.id')
          .limit(limit)
          .execute(),
      );
      return rows.map(toOption);
    },
    find: async (context, values) => {
      const wanted = valueColumn === 'id' ? values.filter(isUuid) : [...values];
      if (wanted.length === 0) return [];
      const asked = await options(context, '');
      const rows = await readKind(served, context, (db) =>
        anyTable(db)
          .selectFrom(`${kind.table} as record`)
          .select([`record.${valueColumn} as value`, named(context).as('text')])
          .where(asked)
          .where(`record.${valueColumn}`, 'in', wanted)
          .execute(),
      );
      return rows.map(toOption);
    },
  };
}

/** Its unique fields, for the check that a form makes during typing. */
export function recordUniqueFields(served: ServedKind): UniqueField[] {
  const { kind } = served;
  // uniqueness within a group is checked by the save: a single value does not say which group
  return fieldsOf(kind).flatMap(([field, { unique, within, generated }]) =>
    unique && within === undefined && !generated
      ? [
          {
            table: kind.olderTable,
            field: columnOf(field),
            permissions: [kind.permission('add'), kind.permission('edit')],
            isTaken: (context, { value, exceptId }) =>
              context.read((db) => isTaken(served, { db }, field, { [field]: value }, exceptId)),
          },
        ]
      : [],
  );
}
