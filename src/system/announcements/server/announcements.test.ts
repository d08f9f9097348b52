import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPEN_ACTOR } from '#platform/context/server/actor.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { later } from '#platform/testing/later.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { type Announcement, announcements } from '../contract/announcements.ts';
import { announcementEndpoints as calls } from '../contract/endpoints.ts';

const HOUR = 3_600;
const { add, edit, one, remove, page } = announcements.endpoints;
const NEW = {
  titile: 'Stock count on Monday',
  titileZh: '周一盘点',
  msgContent: '<p>Count <strong>all</strong> cups</p>',
  msgContentZh: '<p>请清点所有杯子</p>',
};

let drafts = 0;
behavesAsRecords(
  announcements,
  () => ({ titile: `Stock count ${++drafts}`, titileZh: '盘点', msgAbstract: 'On Monday' }),
  { other: { msgType: undefined } },
);

type Person = Caller & { userId: string };
let server: TestServer;
let tenant: TestTenant;
let [manager, kari, ola, eve] = [] as unknown as Person[];
beforeAll(async () => {
  server = await startTestServer();
  await until(() => server.services.live.connected());
  tenant = await server.newTenant();
  [manager, kari, ola, eve] = [
    await tenant.staff(),
    await tenant.staff([]),
    await tenant.staff([]),
    await tenant.staff([]),
  ];
});
afterAll(() => server?.stop());

const write = (more: object = {}, who = manager) => server.call(add, { ...NEW, ...more }, who) as Promise<Announcement>;
const release = ({ id }: { id: string }, who = manager) => server.call(calls.release, { id }, who);
const revoke = ({ id }: { id: string }, who = manager) => server.call(calls.revoke, { id }, who);
const read = ({ id }: { id: string }, who: Person | undefined = kari) =>
  server.call(calls.markRead, { anntId: id }, who);
const mine = async (who: Person | undefined, request: object = {}) =>
  (await server.call(calls.mine, { pageSize: 200, ...request }, who)).records;
const seenBy = async ({ id }: { id: string }, ...people: (Person | undefined)[]) =>
  Promise.all(people.map(async (who) => (await mine(who)).some(({ anntId }) => anntId === id)));
const released = async (more: object = {}) => {
  const written = await write(more);
  await release(written);
  return written;
};
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return [error.problem, ...(error.answer.body.faults ?? []).map(({ path }) => path)];
};
const inHours = (hours: number) => new Date(server.services.clock.now().getTime() + hours * HOUR * 1_000).toISOString();
const inFuture = <T>(hours: number, work: () => Promise<T>) => later(server, hours * HOUR, work);
const forThem = (...people: (Person | undefined)[]) => ({
  msgType: 'USER',
  userIds: people.map((person) => `${person?.userId},`).join(''),
});

test('no table brings announcements along: it could not say their text and period', async () => {
  for (const call of ['importCheck', 'importExcel'])
    expect((await server.send('POST', `/api/sys/annountCement/${call}`, {}, manager)).status).toBe(404);
});

describe('who sees what', () => {
  test('a draft is seen by no reader, a released one by all, a revoked one by nobody', async () => {
    const written = await write();
    expect(await seenBy(written, kari, ola)).toEqual([false, false]);
    await release(written);
    expect(await seenBy(written, kari, ola, manager)).toEqual([true, true, true]);
    await revoke(written);
    expect(await seenBy(written, kari, ola, manager)).toEqual([false, false, false]);
  });

  test('one for chosen people is seen by those alone, and lists them with a comma behind each', async () => {
    const written = await released(forThem(kari, ola));
    expect(written.userIds).toBe(`${kari?.userId},${ola?.userId},`);
    expect(written.userNames).toHaveLength(2);
    expect(await seenBy(written, kari, ola, eve, manager)).toEqual([true, true, false, false]);
    expect(await refusal(read(written, eve))).toEqual(['announcement.not-found']);
  });

  test('each reads it in his language, and in English where there is no Chinese', async () => {
    const [both, english] = [await released(), await released({ titileZh: '', msgContentZh: '' })];
    const found = async (id: string, language: string) =>
      (await mine({ ...(kari as Person), language })).find(({ anntId }) => anntId === id);
    expect(await found(both.id, 'en-US')).toMatchObject({ titile: NEW.titile, msgContent: NEW.msgContent });
    expect(await found(both.id, 'zh-CN')).toMatchObject({ titile: NEW.titileZh, msgContent: NEW.msgContentZh });
    expect(await found(english.id, 'zh-CN')).toMatchObject({ titile: NEW.titile, msgContent: NEW.msgContent });
    await Promise.all([revoke(both), revoke(english)]);
  });

  test('its period begins and ends by itself, and readers are told when', async () => {
    const before = await server.call(calls.unread, {}, kari);
    const written = await released({ startTime: inHours(1), endTime: inHours(3) });
    expect(await seenBy(written, kari)).toEqual([false]);
    const now = await server.call(calls.unread, {}, kari);
    expect([now.anntMsgTotal, now.changesAt]).toEqual([before.anntMsgTotal, written.startTime]);
    await inFuture(1, async () => {
      expect(await seenBy(written, kari)).toEqual([true]);
      const then = await server.call(calls.unread, {}, kari);
      expect([then.anntMsgTotal, then.changesAt]).toEqual([before.anntMsgTotal + 1, written.endTime]);
    });
    await inFuture(3, async () => expect(await seenBy(written, kari)).toEqual([false]));
    await revoke(written);
  });

  test('who joins later sees what is in force for all', async () => {
    const written = await released();
    expect(await seenBy(written, await tenant.staff([]))).toEqual([true]);
    await revoke(written);
  });

  test('another tenant knows nothing of it', async () => {
    const written = await released();
    const stranger = await (await server.newTenant()).staff();
    expect(await seenBy(written, stranger)).toEqual([false]);
    for (const work of [release, revoke, read])
      expect(await refusal(work(written, stranger))).toEqual(['announcement.not-found']);
    const readers = server.call(calls.readers, { id: written.id }, stranger);
    expect(await refusal(readers)).toEqual(['announcement.not-found']);
    const foreign = { ...NEW, ...forThem(stranger) };
    expect(await refusal(server.call(add, foreign as never, manager))).toEqual(['record.reference-unknown', 'userIds']);
    await revoke(written);
  });
});

describe('a release', () => {
  test('says so in the words of the contract, who did it and when, and may be repeated', async () => {
    const written = await write();
    const chinese = { ...(manager as Person), language: 'zh-CN' };
    const send = async (path: string) =>
      (await server.send('GET', `/api/sys/annountCement/${path}?id=${written.id}`, undefined, chinese)).body;
    for (const _time of [1, 2])
      expect(await send('doReleaseData')).toMatchObject({ success: true, message: '该系统通知发布成功' });
    const shown = await server.call(one, { id: written.id }, manager);
    expect(shown).toMatchObject({ sendStatus: '1', version: 2, cancelTime: null });
    expect([shown.sender === '', shown.sendTime === null]).toEqual([false, false]);
    for (const _time of [1, 2])
      expect(await send('doReovkeData')).toMatchObject({ success: true, message: '该系统通知撤销成功' });
    expect(await server.call(one, { id: written.id }, manager)).toMatchObject({ sendStatus: '2', version: 3 });
    const rows = await server.services.database.read(tenant.id, (db) =>
      db
        .selectFrom('audit_row')
        .select('after')
        .where('object_id', '=', written.id)
        .where('action', '=', 'announcement:release')
        .orderBy('id')
        .execute(),
    );
    expect(rows.map(({ after: state }) => state)).toEqual([{ sendStatus: '1' }, { sendStatus: '2' }]);
  });

  test('asks for its right, which those who write do not hold by it', async () => {
    const written = await write();
    const writer = await tenant.staff(['add', 'edit', 'view'].map((deed) => announcements.permission(deed as 'add')));
    expect(await refusal(release(written, writer))).toEqual(['request.forbidden']);
    expect(await refusal(revoke(written, writer))).toEqual(['request.forbidden']);
  });

  test('a draft has nothing to revoke, and what is over is not released', async () => {
    expect(await refusal(revoke(await write()))).toEqual(['announcement.not-released']);
    const past = await write({ startTime: inHours(-2), endTime: inHours(-1) });
    expect(await refusal(release(past))).toEqual(['announcement.over', 'endTime']);
  });

  test('its words stay while readers see them; revoked, changed and released again it is unread again', async () => {
    const written = await released();
    await read(written);
    const changed = () => server.call(edit, { id: written.id, titile: 'Stock count on Friday' }, manager);
    expect(await refusal(changed())).toEqual(['announcement.released']);
    await revoke(written);
    await changed();
    await release(written);
    const [found] = (await mine(kari)).filter(({ anntId }) => anntId === written.id);
    expect(found).toMatchObject({ titile: 'Stock count on Friday', readFlag: '0' });
    await revoke(written);
  });

  test('one that is deleted while it is shown is gone for its readers, and comes back with its marks', async () => {
    const written = await released();
    await read(written);
    const { changeId } = await server.call(remove, { id: written.id }, manager);
    expect(await seenBy(written, kari)).toEqual([false]);
    await server.call(undoEndpoints.undo, { changeId }, manager);
    expect((await mine(kari)).find(({ anntId }) => anntId === written.id)?.readFlag).toBe('1');
    await revoke(written);
  });
});

test('wrong drafts name their field', async () => {
  expect(await refusal(write({ msgType: 'USER' }))).toEqual(['announcement.no-people', 'userIds']);
  const backwards = { startTime: inHours(2), endTime: inHours(1) };
  expect(await refusal(write(backwards))).toEqual(['announcement.ends-before-it-begins', 'endTime']);
  expect(await refusal(write({ msgType: 'USER', userIds: 'nobody,' }))).toEqual([
    'record.reference-unknown',
    'userIds',
  ]);
  expect(await refusal(write({ titile: 'x'.repeat(101) }))).toEqual(['request.malformed', 'titile']);
  const forAll = await write({ userIds: `${kari?.userId},` });
  expect(forAll.userIds).toBe('');
});

test.each([
  ['<script>alert(1)</script>Stock count', 'Stock count'],
  ['Stock <SCRIPT src=//x></script >count', 'Stock count'],
  ['Stock<script', 'Stock'],
  ['<scr<script></script>ipt>Stock count', 'Stock count'],
  ['1 < 2 & <b>description</b>', '1 < 2 & <b>description</b>'],
])('script content is taken out of the title %s', async (titile, kept) => {
  expect(await write({ titile, titileZh: titile })).toMatchObject({ titile: kept, titileZh: kept });
});

test('a title that is nothing but script is missing', async () => {
  expect(await refusal(write({ titile: '<script>alert(1)</script>' }))).toEqual(['request.malformed', 'titile']);
});

describe('reading', () => {
  test('unread and urgent ones come first, by category, and are counted', async () => {
    const own = await server.newTenant();
    const [boss, reader] = [await own.staff(), await own.staff([])];
    const make = async (titile: string, more: object = {}) => {
      const written = await write({ titile, titileZh: '', ...more }, boss);
      await release(written, boss);
      return written;
    };
    const first = await make('first');
    await make('urgent', { priority: 'H' });
    await make('system', { msgCategory: '2' });
    await make('last', { priority: 'L' });
    const titles = async (request: object = {}) => (await mine(reader, request)).map(({ titile }) => titile);
    expect(await titles()).toEqual(['urgent', 'last', 'system', 'first']);
    await read(first, reader);
    await read(first, reader);
    expect(await titles({ readFlag: '1' })).toEqual(['first']);
    expect(await titles({ readFlag: '0' })).toEqual(['urgent', 'last', 'system']);
    expect(await titles({ msgCategory: '2' })).toEqual(['system']);
    expect(await titles({ titile: 'URG' })).toEqual(['urgent']);
    expect(await titles({ sender: 'nobody is called so' })).toEqual([]);
    const unread = await server.call(calls.unread, { pageSize: 1 }, reader);
    expect(unread).toMatchObject({ anntMsgTotal: 2, sysMsgTotal: 1, changesAt: null });
    expect(unread.anntMsgList.map(({ titile }) => titile)).toEqual(['urgent']);
    const { body } = await server.send(
      'PUT',
      '/api/sys/sysAnnouncementSend/readAll',
      {},
      { ...reader, language: 'zh-CN' },
    );
    expect(body).toMatchObject({ success: true, message: '全部已读' });
    expect(await titles({ readFlag: '0' })).toEqual([]);
    expect(await server.call(calls.unread, {}, reader)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 });
  });

  test('who has read it is counted among those whom it is for', async () => {
    const own = await server.newTenant();
    const boss = await own.staff();
    const people = await Promise.all([1, 2, 3].map(() => own.staff([])));
    const [first, second] = people;
    const forTwo = await write(forThem(first, second), boss);
    const forAll = await write({}, boss);
    await release(forTwo, boss);
    await release(forAll, boss);
    await read(forTwo, second);
    await read(forAll, second);
    const readers = (id: string, request: object = {}) => server.call(calls.readers, { id, ...request }, boss);
    const two = await readers(forTwo.id);
    expect(two).toMatchObject({ people: 2, read: 1, total: 2 });
    expect(two.records.map(({ userId, readAt }) => [userId, readAt !== null])).toEqual([
      [first?.userId, false],
      [second?.userId, true],
    ]);
    expect(await readers(forAll.id)).toMatchObject({ people: 4, read: 1 });
    expect((await readers(forAll.id, { readFlag: '1' })).records.map(({ userId }) => userId)).toEqual([second?.userId]);
    expect(await readers(forAll.id, { readFlag: '0' })).toMatchObject({ people: 4, read: 1, total: 3 });
    expect(await refusal(server.call(calls.readers, { id: forAll.id }, first))).toEqual(['request.forbidden']);
  });
});

describe('open pages', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** All that was said before has arrived: one message of all that may be told again comes after it. */
  async function settled(): Promise<void> {
    const heard = listen(kari);
    await server.call(calls.announceAgain, {}, manager);
    await until(() => heard.some(({ kind, id }) => kind === 'announced' && id === ''));
  }

  /** What the stream of this person says. */
  function listen(person: Person | undefined, tenantId = tenant.id, permissions: readonly string[] = []) {
    const heard: Record<string, unknown>[] = [];
    const { userId: id = '' } = person ?? {};
    const actor = { ...OPEN_ACTOR, kind: 'staff', id, permissions: new Set(permissions) } as const;
    const sink = { sessionDigest: Buffer.from(id), end: () => undefined, cut: () => undefined };
    closing.push(server.services.live.add({ tenantId, actor, ...sink, send: (change) => void heard.push(change) }));
    return heard;
  }

  test('those whom it is for are told of its release and its end, and nobody else', async () => {
    const elsewhere = await server.newTenant();
    const stranger = await elsewhere.staff([]);
    await settled();
    const [karis, olas, eves, theirs] = [listen(kari), listen(ola), listen(eve), listen(stranger, elsewhere.id)];
    const written = await write(forThem(kari, ola));
    await release(written);
    await until(() => karis.length === 1 && olas.length === 1);
    await revoke(written);
    await until(() => karis.length === 2 && olas.length === 2);
    expect(karis).toEqual([
      { kind: 'announced', id: written.id },
      { kind: 'announced', id: written.id },
    ]);
    await settled();
    expect(eves).toEqual([{ kind: 'announced', id: '' }]);
    expect(theirs).toEqual([]);
  });

  test('a draft, its change and its end are told to those who see the list alone', async () => {
    await settled();
    const [reader, listed] = [listen(kari), listen(eve, tenant.id, [announcements.permission('view')])];
    const written = await write();
    await server.call(edit, { id: written.id, titile: 'Other' }, manager);
    await server.call(remove, { id: written.id }, manager);
    await settled();
    expect(listed[0]).toEqual({ kind: 'announcement', id: written.id });
    expect(reader).toEqual([{ kind: 'announced', id: '' }]);
  });

  test('a mark is told to the reader himself, and to those who see who has read it', async () => {
    const written = await released();
    await settled();
    const [karis, olas] = [listen(kari), listen(ola)];
    const listed = listen(eve, tenant.id, [announcements.permission('view')]);
    await read(written);
    await until(() => karis.length === 1 && listed.length === 1);
    expect(listed).toEqual([{ kind: 'announcement-read', id: written.id }]);
    await settled();
    expect(olas).toEqual([{ kind: 'announced', id: '' }]);
    await revoke(written);
  });

  test('they can be told again, of one or of all', async () => {
    const written = await released(forThem(kari));
    await settled();
    const [karis, olas] = [listen(kari), listen(ola)];
    await server.call(calls.announceAgain, { anntId: written.id }, manager);
    await until(() => karis.length === 1);
    await server.call(calls.announceAgain, {}, manager);
    await until(() => olas.length === 1 && karis.length === 2);
    expect(await refusal(server.call(calls.announceAgain, {}, kari))).toEqual(['request.forbidden']);
  });
});

describe('the page of its own', () => {
  const show = (id: string, query = '') => server.send('GET', `/api/sys/annountCement/show/${id}${query}`);

  test('is open while it is released to all, without script, kept by no cache', async () => {
    const written = await write({
      msgContent:
        '<p>Count</p><script>alert(1)</script><p onclick="alert(1)">all <a href="javascript:alert(1)">cups</a></p>',
    });
    expect((await show(written.id)).status).toBe(404);
    await release(written);
    const open = await show(written.id);
    expect(open.status).toBe(200);
    expect(open.text).toContain('Stock count on Monday');
    expect(open.text).not.toMatch(/script|onclick/);
    expect(open.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'; style-src 'nonce-/),
    });
    expect((await show(written.id, '?language=zh-CN')).text).toContain('周一盘点');
    await revoke(written);
    expect((await show(written.id)).status).toBe(404);
  });

  test('holds nothing that came by another way', async () => {
    const written = await released();
    await server.services.database.write(tenant.id, (db) =>
      db
        .updateTable('announcement')
        .set({ msg_content: '<p>text</p><img src=x onerror=alert(1)>' })
        .where('id', '=', written.id)
        .execute(),
    );
    expect((await show(written.id)).text).not.toMatch(/<img|onerror/);
    expect((await mine(kari)).find(({ anntId }) => anntId === written.id)?.msgContent).toBe('<p>text</p>');
    await revoke(written);
  });

  test('is not there outside its period, for chosen people, or for an id that is none', async () => {
    const period = await released({ startTime: inHours(1), endTime: inHours(2) });
    const chosen = await released(forThem(kari));
    for (const id of [period.id, chosen.id, 'none', '00000000-0000-7000-8000-000000000000']) {
      const { status, body } = await show(id);
      expect([status, body.problem]).toEqual([404, 'announcement.not-found']);
    }
    await inFuture(1, async () => expect((await show(period.id)).status).toBe(200));
    await inFuture(2, async () => expect((await show(period.id)).status).toBe(404));
  });

  test('a ticket opens a draft once, this one alone, within a minute, for who is still logged in', async () => {
    const [written, other] = [await write(), await write()];
    const tickets = await tenant.staff([announcements.permission('view')]);
    const ticket = async () => (await server.call(calls.showTicket, { id: written.id }, tickets)).url;
    const statusOf = async (url: string) => (await server.send('GET', url)).status;
    const url = await ticket();
    expect([await statusOf(url), await statusOf(url)]).toEqual([200, 404]);
    expect(await statusOf((await ticket()).replace(written.id, other.id))).toBe(404);
    const late = await ticket();
    await later(server, 61, async () => expect(await statusOf(late)).toBe(404));
    const left = await ticket();
    await server.services.database.identity((db) =>
      db.deleteFrom('staff_session').where('user_id', '=', tickets.userId).execute(),
    );
    expect(await statusOf(left)).toBe(404);
    expect(await refusal(server.call(calls.showTicket, { id: written.id }, kari))).toEqual(['request.forbidden']);
  });
});

test('the list is narrowed to what is released, revoked or still a draft', async () => {
  const own = await server.newTenant();
  const boss = await own.staff();
  const [draft, shown, gone] = [await write({}, boss), await write({}, boss), await write({}, boss)];
  await release(shown, boss);
  await release(gone, boss);
  await revoke(gone, boss);
  const idsOf = async (sendStatus: string) =>
    (await server.call(page, { sendStatus }, boss)).records.map(({ id }) => id);
  expect([await idsOf('0'), await idsOf('1'), await idsOf('2')]).toEqual([[draft.id], [shown.id], [gone.id]]);
});
