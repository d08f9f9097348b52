import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { writeRichText } from '#platform/rich-text/rules/write-rich-text.ts';
import { announcements } from '../contract/announcements.ts';
import type {
  MyAnnouncementsPage,
  MyAnnouncementsRequest,
  ReceivedAnnouncement,
  UnreadAnnouncements,
} from '../contract/endpoints.ts';
import { ANNOUNCED, ANNOUNCEMENT_WAS_READ } from '../contract/live.ts';
import { said } from './said.ts';

type Reader = Pick<RequestContext, 'actor' | 'language' | 'now'>;

/** The row is called `a`: released, inside its period, and for this person; who joins later sees what is for all. */
const isShownTo = ({ actor, now }: Reader): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isReleasedTo({ actor })} and (a.start_time is null or a.start_time <= ${now()})
                and (a.end_time is null or a.end_time > ${now()}))`;
const isReleasedTo = ({ actor }: Pick<Reader, 'actor'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(a.send_status = '1' and (a.msg_type = 'ALL' or a.user_ids @> ${JSON.stringify([actor.id])}::jsonb))`;
const isRead = ({ actor }: Pick<Reader, 'actor'>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from announcement_read m where m.tenant_id = ${THIS_TENANT} and m.announcement_id = a.id
                         and m.user_id = ${actor.id})`;

function received(db: TenantDb, reader: Reader) {
  return db
    .selectFrom('announcement as a')
    .select(['a.id', 'a.titile', 'a.titile_zh', 'a.msg_abstract', 'a.msg_abstract_zh', 'a.msg_content'])
    .select(['a.msg_content_zh', 'a.sender', 'a.priority', 'a.msg_category', 'a.send_time', 'a.start_time'])
    .select(isRead(reader).as('is_read'))
    .where(isShownTo(reader))
    .orderBy('is_read')
    .orderBy(sql`a.priority = 'H'`, 'desc')
    .orderBy(sql`greatest(a.send_time, a.start_time)`, 'desc')
    .orderBy('a.id', 'desc');
}
type Row = Awaited<ReturnType<ReturnType<typeof received>['execute']>>[number];

/** In the reader's language; the text is looked at again, whatever wrote it (security 13.4). */
function toReceived(row: Row, { actor, language, now }: Reader): ReceivedAnnouncement {
  return {
    ...{ id: row.id, anntId: row.id, userId: actor.id },
    titile: localName(language, row.titile, row.titile_zh),
    msgAbstract: localName(language, row.msg_abstract, row.msg_abstract_zh),
    msgContent: writeRichText(readRichText(localName(language, row.msg_content, row.msg_content_zh))),
    sender: row.sender,
    priority: row.priority as ReceivedAnnouncement['priority'],
    msgCategory: row.msg_category as ReceivedAnnouncement['msgCategory'],
    readFlag: row.is_read ? '1' : '0',
    sendTime: (row.send_time ?? now()).toISOString(),
    ...{ busId: null, busType: null, openType: null, openPage: null, bizSource: null },
  };
}

/** Unread ones first, the urgent ones on top of each part. */
export function readMine(context: RequestContext, request: MyAnnouncementsRequest): Promise<MyAnnouncementsPage> {
  const { pageNo, pageSize, titile, sender, msgCategory, readFlag } = request;
  const parts: RawBuilder<SqlBool>[] = [isShownTo(context)];
  const title = context.language === 'zh-CN' ? sql`coalesce(nullif(a.titile_zh, ''), a.titile)` : sql`a.titile`;
  if (titile) parts.push(sql<SqlBool>`${title} ilike ${`%${likeText(titile)}%`}`);
  if (sender) parts.push(sql<SqlBool>`a.sender ilike ${`%${likeText(sender)}%`}`);
  if (msgCategory) parts.push(sql<SqlBool>`a.msg_category = ${msgCategory}`);
  if (readFlag) parts.push(readFlag === '1' ? isRead(context) : sql<SqlBool>`not ${isRead(context)}`);
  const asked = sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
  return context.read(async (db) => {
    const rows = await received(db, context)
      .where(asked)
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute();
    const { total } = await db
      .selectFrom('announcement as a')
      .select((of) => of.fn.countAll<number>().as('total'))
      .where(asked)
      .executeTakeFirstOrThrow();
    return toPage(
      rows.map((row) => toReceived(row, context)),
      Number(total),
      request,
    );
  });
}

export function readUnread(context: RequestContext, { pageSize }: { pageSize: number }): Promise<UnreadAnnouncements> {
  return context.read(async (db) => {
    const unread = sql<SqlBool>`not ${isRead(context)}`;
    const listOf = async (category: string) =>
      (await received(db, context).where(unread).where('a.msg_category', '=', category).limit(pageSize).execute()).map(
        (row) => toReceived(row, context),
      );
    const counts = await db
      .selectFrom('announcement as a')
      .select(['a.msg_category', (of) => of.fn.countAll<number>().as('total')])
      .where(isShownTo(context))
      .where(unread)
      .groupBy('a.msg_category')
      .execute();
    const totalOf = (category: string) =>
      Number(counts.find(({ msg_category }) => msg_category === category)?.total ?? 0);
    return {
      anntMsgList: await listOf('1'),
      anntMsgTotal: totalOf('1'),
      sysMsgList: await listOf('2'),
      sysMsgTotal: totalOf('2'),
      changesAt: (await nextChange(db, context))?.toISOString() ?? null,
    };
  });
}

/** The next moment at which one appears or goes by itself. */
async function nextChange(db: TenantDb, reader: Reader): Promise<Date | null> {
  const now = reader.now();
  const row = await db
    .selectFrom('announcement as a')
    .select(sql<Date | null>`min(case when a.start_time > ${now} then a.start_time else a.end_time end)`.as('at'))
    .where(isReleasedTo(reader))
    .where(sql<SqlBool>`(a.end_time is null or a.end_time > ${now})`)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What is not for the reader is as unknown as what does not exist, and gets no mark. */
export function markRead(context: RequestContext, { anntId }: { anntId: string }): Promise<null> {
  if (!isUuid(anntId)) raise('announcement.not-found');
  return context.transaction(async (tx) => {
    const shown = await idsOf(tx, context, sql<SqlBool>`a.id = ${anntId}`);
    if (shown.length === 0) raise('announcement.not-found');
    await mark(tx, context, shown);
    return null;
  });
}

export function markAllRead(context: RequestContext): Promise<string> {
  return context.transaction(async (tx) => {
    await mark(tx, context, await idsOf(tx, context, sql<SqlBool>`not ${isRead(context)}`));
    return said(context.language, 'allRead');
  });
}

async function idsOf(tx: Transaction, reader: Reader, which: RawBuilder<SqlBool>): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('announcement as a')
    .select('a.id')
    .where(isShownTo(reader))
    .where(which)
    .execute();
  return rows.map(({ id }) => id);
}

/** The reader's other open pages count anew, and who released it sees the share of readers grow. */
async function mark(tx: Transaction, { actor }: Reader, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const marked = await tx.db
    .insertInto('announcement_read')
    .values(ids.map((announcement_id) => ({ announcement_id, user_id: actor.id, read_at: tx.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('announcement_id')
    .execute();
  if (marked.length === 0) return;
  await tx.live({ kind: ANNOUNCED, id: '', userId: actor.id });
  for (const { announcement_id: id } of marked)
    await tx.live({ kind: ANNOUNCEMENT_WAS_READ, id, permission: announcements.permission('view') });
}
