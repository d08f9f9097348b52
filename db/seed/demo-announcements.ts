import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface DemoAnnouncement {
  readonly titile: string;
  readonly titile_zh?: string;
  readonly msg_abstract: string;
  readonly msg_abstract_zh?: string;
  readonly msg_content: string;
  readonly msg_content_zh?: string;
  readonly priority?: 'H';
  /** How long ago it was released; a draft was not. */
  readonly releasedHoursAgo?: number;
  /** Accounts that have read it. */
  readonly readBy?: readonly string[];
}

/** Who released them has read them. */
const WRITERS = ['admin', 'manager', 'manager.cn'];

const NEW_MENU: DemoAnnouncement = {
  titile: 'The winter menu starts on 1 December',
  titile_zh: '冬季菜单 12 月 1 日上线',
  msg_abstract: 'Three new drinks, and the robots need two new syrups.',
  msg_abstract_zh: '新增三款饮品，机器人需要加装两种糖浆。',
  msg_content:
    '<p>From <strong>1 December</strong> on all spots sell the winter menu:</p><ul><li><p>Gingerbread latte</p></li><li><p>Hot chocolate with orange</p></li><li><p>Spiced tea</p></li></ul><p>Please fill in the syrups <em>gingerbread</em> and <em>orange</em> at the last refill of November.</p>',
  msg_content_zh:
    '<p>自 <strong>12 月 1 日</strong>起，所有网点上线冬季菜单：</p><ul><li><p>姜饼拿铁</p></li><li><p>香橙热巧克力</p></li><li><p>香料茶</p></li></ul><p>请在 11 月最后一次补货时加装<em>姜饼</em>和<em>香橙</em>糖浆。</p>',
  releasedHoursAgo: 50,
  readBy: [...WRITERS, 'operator'],
};
const RECALL: DemoAnnouncement = {
  titile: 'Do not use oat milk of batch 2611',
  titile_zh: '请勿使用批号 2611 的燕麦奶',
  msg_abstract: 'Take it out of all robots today.',
  msg_abstract_zh: '请于今日从所有机器人中取出。',
  msg_content:
    '<p>The supplier calls back oat milk of batch <strong>2611</strong>. Take it out of all robots <strong>today</strong>, rinse the milk line twice, and write down how many litres were left.</p>',
  msg_content_zh:
    '<p>供应商召回批号 <strong>2611</strong> 的燕麦奶。请于<strong>今日</strong>从所有机器人中取出，清洗奶路两次，并记录剩余升数。</p>',
  priority: 'H',
  releasedHoursAgo: 3,
  readBy: WRITERS,
};
const STOCK_COUNT: DemoAnnouncement = {
  titile: 'Stock count at the end of the year',
  titile_zh: '年终盘点',
  msg_abstract: 'How we count, and who counts what.',
  msg_abstract_zh: '盘点方式与分工。',
  msg_content: '<h2>When</h2><p>On 30 December, after closing.</p><h2>Who counts what</h2><p>…</p>',
  msg_content_zh: '<h2>时间</h2><p>12 月 30 日闭店后。</p><h2>分工</h2><p>……</p>',
};

const both = [NEW_MENU, RECALL, STOCK_COUNT];
/** A tenant that writes Chinese alone. */
const inChinese = ({ titile_zh, msg_abstract_zh, msg_content_zh, ...one }: DemoAnnouncement): DemoAnnouncement => ({
  ...one,
  titile: titile_zh ?? one.titile,
  msg_abstract: msg_abstract_zh ?? one.msg_abstract,
  msg_content: msg_content_zh ?? one.msg_content,
});
const ANNOUNCEMENTS: Readonly<Record<string, readonly DemoAnnouncement[]>> = {
  '1000': both,
  '1001': both.map(inChinese),
  '1002': both,
};
const SENDERS: Readonly<Record<string, string>> = { '1000': 'Ingrid Aasen', '1001': '王芳', '1002': 'Administrator' };
const HOUR_MS = 3_600_000;

/** What the demo's tenants announce, once: one for all, an urgent one, and a draft. */
export async function seedDemoAnnouncements(services: Services): Promise<void> {
  const people = await services.database.identity((db) =>
    db
      .selectFrom('staff_user')
      .select(['id', 'username_key'])
      .where('username_key', 'in', [...WRITERS, 'operator'])
      .execute(),
  );
  const idOf = new Map(people.map(({ id, username_key }) => [username_key, id]));
  const now = services.clock.now();
  for (const [tenantId, announcements] of Object.entries(ANNOUNCEMENTS)) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('announcement').select('id').limit(1).executeTakeFirst(),
    );
    if (known) continue;
    const sender = SENDERS[tenantId] ?? '';
    await services.database.write(tenantId, async (db) => {
      for (const [place, { releasedHoursAgo, readBy = [], ...words }] of announcements.entries()) {
        const id = newId();
        const at = new Date(now.getTime() - (releasedHoursAgo ?? 1 + place) * HOUR_MS);
        const made = { id, created_at: at, created_by: sender, updated_at: at };
        const released = releasedHoursAgo === undefined ? {} : { send_status: '1', send_time: at, sender };
        await db
          .insertInto('announcement')
          .values({ ...words, ...made, ...released })
          .execute();
        const marks = readBy.flatMap((account) => idOf.get(account) ?? []);
        if (marks.length === 0) continue;
        const read_at = new Date(at.getTime() + HOUR_MS);
        await db
          .insertInto('announcement_read')
          .values(marks.map((user_id) => ({ announcement_id: id, user_id, read_at })))
          .execute();
      }
    });
  }
}
