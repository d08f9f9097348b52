import type * as z from 'zod';

/** Each group once: the fault stands at the later one. */
export const checkGroups = (rows: readonly { readonly groupId: string }[], context: z.RefinementCtx): void =>
  eachOnce(
    rows.map(({ groupId }) => groupId),
    context,
    'groupId',
    'beverage.group-twice',
  );

/** Each material once, whatever it is needed for. */
export const checkRecipe = (rows: readonly { readonly materialId: string }[], context: z.RefinementCtx): void =>
  eachOnce(
    rows.map(({ materialId }) => materialId),
    context,
    'materialId',
    'beverage.material-twice',
  );

/** What a customer chooses from has a name of its own in each language, whatever the case of its letters. */
export function checkCategories(
  rows: readonly { readonly name: string; readonly nameZh: string }[],
  context: z.RefinementCtx,
): void {
  for (const field of ['name', 'nameZh'] as const)
    eachOnce(
      rows.map((row) => row[field].toLowerCase()),
      context,
      field,
      'beverage.category-twice',
    );
}

/** Where nothing is said, nothing is said twice. */
function eachOnce(values: readonly string[], context: z.RefinementCtx, field: string, message: string): void {
  for (const [place, value] of values.entries())
    if (value !== '' && values.indexOf(value) < place)
      context.addIssue({ code: 'custom', message, path: [place, field] });
}
