import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { explainRight } from '#system/grants/server/index.ts';
import { findEntries } from '#system/menu/server/index.ts';
import { users } from '#system/users/contract/users.ts';
import type { WhyAnswer, WhyRequest } from '../contract/endpoints.ts';

/** Which right is missing for an action or a page, which roles have it, and who could give it. */
export async function explainWhy(context: RequestContext, request: WhyRequest): Promise<WhyAnswer> {
  const action = request.action ?? (await neededFor(context, request.path ?? ''));
  const { name, held, through, roles, givers } = await explainRight(context, action);
  const { actor } = context;
  const seesPeople = can(actor, users.permission('view'));
  return {
    ...{ action, name, held, roles: [...roles] },
    through: through.map((one) => one.name),
    givers: seesPeople ? [...givers] : [],
    giverCount: givers.length,
    asked: !held && (await hasAsked(context, action)),
  };
}

/** The right that the page of a menu entry needs; of a page with a place in its address by its pattern. */
async function neededFor(context: RequestContext, path: string): Promise<string> {
  const rows = await context.identity((db) => findEntries(db));
  const found = rows.find((row) => row.needs !== null && row.path !== '' && fits(row.path, path));
  return found?.needs ?? raise('access-request.unknown-action');
}

/** `/spots/detail/:id` fits `/spots/detail/7`. */
function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split(/[?#]/)[0]?.split('/') ?? []];
  const isLong = wanted.filter((part) => !part.endsWith('?')).length <= given.length && given.length <= wanted.length;
  return isLong && given.every((part, at) => wanted[at]?.startsWith(':') || wanted[at] === part);
}

export async function hasAsked(context: RequestContext, action: string): Promise<boolean> {
  const row = await context.read((db) =>
    db
      .selectFrom('access_request')
      .select('id')
      .where('user_id', '=', context.actor.id)
      .where('action', '=', action)
      .where('state', '=', 'open')
      .executeTakeFirst(),
  );
  return row !== undefined;
}
