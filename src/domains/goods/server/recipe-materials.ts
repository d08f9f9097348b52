import type { RequestContext } from '#platform/context/server/request-context.ts';
import { likeText } from '#platform/database/server/page.ts';
import type { MaterialOption } from '../contract/endpoints.ts';

const MOST = 200;

/** Materials that a recipe can name, by their kind and code. */
export async function recipeMaterials(
  context: RequestContext,
  { keyword }: { readonly keyword?: string | undefined },
): Promise<MaterialOption[]> {
  const rows = await context.read((db) => {
    const materials = db
      .selectFrom('material')
      .select(['id', 'code', 'name', 'name_zh', 'material_type', 'unit'])
      .orderBy('material_type')
      .orderBy('code')
      .limit(MOST);
    if (!keyword) return materials.execute();
    const word = `%${likeText(keyword)}%`;
    return materials
      .where((is) => is.or([is('name', 'ilike', word), is('name_zh', 'ilike', word), is('code', 'ilike', word)]))
      .execute();
  });
  return rows.map((row) => ({
    ...{ id: row.id, code: row.code, name: row.name, nameZh: row.name_zh },
    materialType: row.material_type,
    unit: row.unit as MaterialOption['unit'],
  }));
}
