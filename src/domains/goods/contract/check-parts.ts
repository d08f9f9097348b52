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

function eachOnce(ids: readonly string[], context: z.RefinementCtx, field: string, message: string): void {
  for (const [place, id] of ids.entries())
    if (ids.indexOf(id) < place) context.addIssue({ code: 'custom', message, path: [place, field] });
}
