import type { RequestContext } from '#platform/context/server/request-context.ts';

/** The name of a view's owner; people are read through the identity service. */
export function namesOf(context: RequestContext): (userId: string) => Promise<string> {
  return async (userId) => {
    if (userId === context.actor.id) return context.actor.name;
    return (await ownerNames(context, [userId])).get(userId) ?? '';
  };
}

export async function ownerNames(context: RequestContext, userIds: readonly string[]): Promise<Map<string, string>> {
  const others = [...new Set(userIds)].filter((id) => id !== context.actor.id);
  const names = new Map([[context.actor.id, context.actor.name]]);
  if (others.length === 0) return names;
  const rows = await context.identity((db) =>
    db.selectFrom('staff_user').select(['id', 'realname']).where('id', 'in', others).execute(),
  );
  for (const row of rows) names.set(row.id, row.realname);
  return names;
}
