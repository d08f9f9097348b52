import type { RequestContext } from '#platform/context/server/request-context.ts';
import { recordConditions } from '#platform/records/server/record-query.ts';
import { anyTable, nameIn } from '#platform/records/server/record-rows.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { SpotOption, SpotOptionsRequest } from '../contract/endpoints.ts';

/** Spots to choose from, in the reader's language and the order of their names. */
export const spotOptions =
  (served: ServedKind) =>
  async (context: RequestContext, { keyword, pageNo, pageSize }: SpotOptionsRequest): Promise<SpotOption[]> => {
    const asked = await recordConditions(served, context, { keyword });
    const name = nameIn(context.language, served.kind);
    const rows = await context.read((db) =>
      anyTable(db)
        .selectFrom('spot as record')
        .select(['record.id', name.as('name'), 'record.address'])
        .where(asked)
        .orderBy(name)
        .orderBy('record.id')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute(),
    );
    return rows.map((row) => ({
      id: String(row['id']),
      name: String(row['name']),
      address: String(row['address']),
    }));
  };
