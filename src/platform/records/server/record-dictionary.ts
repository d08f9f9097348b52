import type { RequestContext } from '#platform/http/server/context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { recordConditions } from './record-query.ts';
import { anyTable, columnOf, fieldsOf, nameIn } from './record-rows.ts';
import { isTaken } from './save-record.ts';
import type { ServedKind } from './serving.ts';
import type { TableDictionary, UniqueField } from './slice-parts.ts';

/** The kind as a table dictionary: pickers of other forms find its records by name. */
export function recordDictionary(served: ServedKind): TableDictionary {
  const { kind } = served;
  const options = (context: RequestContext, keyword: string) =>
    recordConditions(served, context, keyword === '' ? {} : { keyword });
  const name = (context: RequestContext) => nameIn(context.language, kind);
  const toOption = (row: Record<string, unknown>) => ({ value: String(row['value']), text: String(row['text']) });
  return {
    name: kind.dictionary,
    permission: kind.permission('view'),
    search: async (context, { keyword, limit }) => {
      const asked = await options(context, keyword);
      const rows = await context.read((db) =>
        anyTable(db)
          .selectFrom(`${kind.table} as record`)
          .select(['record.id as value', name(context).as('text')])
          .where(asked)
          .orderBy(name(context))
          .orderBy('record.id')
          .limit(limit)
          .execute(),
      );
      return rows.map(toOption);
    },
    find: async (context, values) => {
      const ids = values.filter(isUuid);
      if (ids.length === 0) return [];
      const asked = await options(context, '');
      const rows = await context.read((db) =>
        anyTable(db)
          .selectFrom(`${kind.table} as record`)
          .select(['record.id as value', name(context).as('text')])
          .where(asked)
          .where('record.id', 'in', ids)
          .execute(),
      );
      return rows.map(toOption);
    },
  };
}

/** Its unique fields, for the question that a form asks while somebody types. */
export function recordUniqueFields({ kind }: ServedKind): UniqueField[] {
  return fieldsOf(kind).flatMap(([field, { unique }]) =>
    unique
      ? [
          {
            table: kind.olderTable,
            field: columnOf(field),
            permissions: [kind.permission('add'), kind.permission('edit')],
            isTaken: (context, { value, exceptId }) =>
              context.read((db) => isTaken(kind, { db }, field, value, exceptId)),
          },
        ]
      : [],
  );
}
