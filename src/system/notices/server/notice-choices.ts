import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { ChooseNoticeRequest, NoticeChoice } from '../contract/notice.ts';

/** For each kind whether the bell shows it and whether it goes by mail; what was never chosen is as for everybody. */
export async function readChoices(context: RequestContext, kinds: readonly string[]): Promise<NoticeChoice[]> {
  const rows = await context.read((db) =>
    db
      .selectFrom('notice_choice')
      .select(['kind', 'channel', 'is_on'])
      .where('user_id', '=', context.actor.id)
      .execute(),
  );
  const chosen = new Map(rows.map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on]));
  return kinds.map((kind) => ({
    kind,
    bell: chosen.get(`${kind} bell`) ?? true,
    email: chosen.get(`${kind} email`) ?? false,
  }));
}

/** Counts at once, in other tabs of the reader too; nobody else's notices change, so nothing is audited. */
export function chooseNotice(
  context: RequestContext,
  kinds: readonly string[],
  { kind, channel, isOn }: ChooseNoticeRequest,
): Promise<null> {
  if (!kinds.includes(kind)) raiseAt('kind', 'notice.kind-unknown');
  return context.transaction(async (tx) => {
    const { language } = context;
    await tx.db
      .insertInto('notice_choice')
      .values({ user_id: tx.actor.id, kind, channel, is_on: isOn, language })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'kind', 'channel']).doUpdateSet({ is_on: isOn, language }),
      )
      .execute();
    await tx.live({ kind: 'notice', id: '', userId: tx.actor.id });
    return null;
  });
}
