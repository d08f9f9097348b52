import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { savedViewEndpoints } from '../contract/endpoints.ts';
import type { SavedView, ViewLayout, ViewState } from '../contract/saved-view.ts';

let product: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  product = await startTestServer();
  tenant = await product.newTenant();
});
afterAll(() => product.stop());

const LIST = 'orders.list';
const STATE: ViewState = {
  values: { status: '3,5' },
  view: 'processing',
  sort: { by: 'createdAt', order: 'asc' },
  where: { match: 'or', conditions: [{ field: 'paidMinor', rule: 'ge', val: '5000' }] },
};
const LAYOUT: ViewLayout = { order: ['a', 'b'], hidden: ['b'], widths: { a: 120 }, density: 'compact' };
const OTHER: ViewLayout = { ...LAYOUT, hidden: [], pinned: ['b'], density: 'comfortable' };

const add = (caller: Caller, name: string, list = LIST) =>
  product.call(savedViewEndpoints.add, { list, name, state: STATE, layout: LAYOUT }, caller);
const all = (caller: Caller) => product.call(savedViewEndpoints.all, {}, caller);
const names = async (caller: Caller) => (await all(caller)).views.map((view) => view.name);
const undo = (caller: Caller, changeId: string) => product.call(undoEndpoints.undo, { changeId }, caller);
const at = ({ id, version }: SavedView) => ({ id, version });
const problem = (code: string) => expect.objectContaining({ problem: code });

describe('a saved view', () => {
  test('holds filters, tab, sort, advanced query and columns, for its owner alone', async () => {
    const [ada, ben] = [await tenant.staff([]), await tenant.staff('all')];
    const { view } = await add(ada, 'Large today');
    expect(view).toMatchObject({
      list: LIST,
      name: 'Large today',
      shared: false,
      own: true,
      state: STATE,
      layout: LAYOUT,
    });
    expect((await all(ada)).views).toEqual([view]);
    expect(await names(ben)).not.toContain('Large today');
    await expect(product.call(savedViewEndpoints.edit, { ...at(view), name: 'Mine' }, ben)).rejects.toEqual(
      problem('saved-view.not-found'),
    );
  });
  test('has a name of its own on its list, whatever its case', async () => {
    const caller = await tenant.staff([]);
    const { view } = await add(caller, 'Ärger');
    await expect(add(caller, ' ärger ')).rejects.toEqual(problem('saved-view.name-taken'));
    await add(caller, 'Ärger', 'devices.list');
    const { view: second } = await add(caller, 'Calm');
    await expect(product.call(savedViewEndpoints.edit, { ...at(second), name: 'ÄRGER' }, caller)).rejects.toMatchObject(
      {
        problem: 'saved-view.name-taken',
        answer: { status: 200, body: { faults: [{ path: 'name' }] } },
      },
    );
    await product.call(savedViewEndpoints.edit, { ...at(view), name: 'ärger' }, caller);
  });
  test('is changed by the version that was seen', async () => {
    const caller = await tenant.staff([]);
    const { view } = await add(caller, 'Old');
    const changed = await product.call(savedViewEndpoints.edit, { ...at(view), name: 'New', layout: OTHER }, caller);
    expect(changed.view).toMatchObject({ name: 'New', layout: OTHER, state: STATE, version: 2 });
    await expect(product.call(savedViewEndpoints.edit, { ...at(view), name: 'Late' }, caller)).rejects.toEqual(
      problem('saved-view.changed-meanwhile'),
    );
  });
  test('stays in its tenant', async () => {
    const caller = await tenant.staff([]);
    const { view, changeId } = await add(caller, 'Walled');
    const stranger = await (await product.newTenant()).staff('all');
    await expect(product.call(savedViewEndpoints.remove, at(view), stranger)).rejects.toMatchObject({
      problem: 'saved-view.not-found',
      answer: { status: 404 },
    });
    await expect(undo(stranger, changeId)).rejects.toEqual(problem('undo.not-found'));
  });
  test('fifty to a list are enough', async () => {
    const caller = await tenant.staff([]);
    for (let number = 0; number < 50; number++) await add(caller, `View ${number}`);
    await expect(add(caller, 'One more')).rejects.toEqual(problem('saved-view.too-many'));
    await add(caller, 'Elsewhere', 'devices.list');
  });
  test.each([
    { list: 'no list', name: 'x', state: STATE, layout: LAYOUT },
    { list: LIST, name: '', state: STATE, layout: LAYOUT },
    { list: LIST, name: 'x'.repeat(61), state: STATE, layout: LAYOUT },
    { list: LIST, name: 'x', state: { ...STATE, where: { match: 'and', conditions: [] } }, layout: LAYOUT },
    { list: LIST, name: 'x', state: STATE, layout: { ...LAYOUT, density: 'huge' } },
    { list: LIST, name: 'x', state: STATE, layout: LAYOUT, shared: true },
  ])('of another form is malformed: %#', async (body) => {
    const answer = await product.send('POST', '/api/sys/savedView/add', body, await tenant.staff([]));
    expect(answer).toMatchObject({ status: 400, body: { problem: 'request.malformed' } });
  });
  test('saved twice under one key is saved once', async () => {
    const caller = await tenant.staff([]);
    const body = { list: LIST, name: 'Once', state: STATE, layout: LAYOUT };
    const headers = { 'idempotency-key': 'save-a-view' };
    const [first, second] = [
      await product.send('POST', '/api/sys/savedView/add', body, { ...caller, headers }),
      await product.send('POST', '/api/sys/savedView/add', body, { ...caller, headers }),
    ];
    expect(second.body.result).toEqual(first.body.result);
    expect(await names(caller)).toEqual(['Once']);
  });
});

describe('a shared view', () => {
  test('is seen by the tenant and changed by its owner or who may share', async () => {
    const [owner, reader, keeper] = [
      await tenant.staff(['view:share']),
      await tenant.staff([]),
      await tenant.staff(['view:share']),
    ];
    const { view } = await add(owner, 'Team view');
    const shared = await product.call(savedViewEndpoints.share, { ...at(view), shared: true }, owner);
    const seen = (await all(reader)).views.find((one) => one.id === view.id);
    expect(seen).toMatchObject({ own: false, shared: true, ownerName: expect.stringMatching(/^user-/) });
    await expect(
      product.call(savedViewEndpoints.edit, { ...at(shared.view), name: 'Mine' }, reader),
    ).rejects.toMatchObject({ problem: 'request.forbidden', answer: { status: 403 } });
    const kept = await product.call(savedViewEndpoints.edit, { ...at(shared.view), name: 'Team view 2' }, keeper);
    expect(kept.view).toMatchObject({ own: false, name: 'Team view 2' });
    await product.call(savedViewEndpoints.share, { ...at(kept.view), shared: false }, keeper);
    expect(await names(reader)).not.toContain('Team view 2');
    expect(await names(owner)).toContain('Team view 2');
  });
  test('needs the permission to become one', async () => {
    const caller = await tenant.staff([]);
    const { view } = await add(caller, 'Private');
    await expect(product.call(savedViewEndpoints.share, { ...at(view), shared: true }, caller)).rejects.toEqual(
      problem('request.forbidden'),
    );
  });
});

describe('what a person makes of a list', () => {
  test('columns are kept per list, and given back', async () => {
    const [caller, other] = [await tenant.staff([]), await tenant.staff([])];
    await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: LAYOUT }, caller);
    expect((await all(caller)).preferences).toEqual([{ list: LIST, layout: LAYOUT, defaultViewId: null }]);
    await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: OTHER }, caller);
    expect((await all(caller)).preferences).toEqual([{ list: LIST, layout: OTHER, defaultViewId: null }]);
    expect((await all(other)).preferences).toEqual([]);
    await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: null }, caller);
    expect((await all(caller)).preferences).toMatchObject([{ layout: null }]);
  });
  test('the first view is one of that list which the person sees; a deleted one is none', async () => {
    const [caller, other] = [await tenant.staff([]), await tenant.staff([])];
    const { view } = await add(caller, 'First');
    const set = (who: Caller, list: string) =>
      product.call(savedViewEndpoints.setDefault, { list, viewId: view.id }, who);
    await set(caller, LIST);
    expect((await all(caller)).preferences).toMatchObject([{ defaultViewId: view.id }]);
    await expect(set(other, LIST)).rejects.toEqual(problem('saved-view.not-found'));
    await expect(set(caller, 'devices.list')).rejects.toEqual(problem('saved-view.not-found'));
    const { changeId } = await product.call(savedViewEndpoints.remove, at(view), caller);
    expect((await all(caller)).preferences).toMatchObject([{ defaultViewId: null }]);
    await undo(caller, changeId);
    expect(await all(caller)).toMatchObject({
      views: [{ id: view.id, name: 'First' }],
      preferences: [{ defaultViewId: view.id }],
    });
  });
});

describe('undo', () => {
  test('takes back making, changing, sharing and deleting', async () => {
    const caller = await tenant.staff(['view:share']);
    const made = await add(caller, 'Undone');
    await undo(caller, made.changeId);
    expect(await names(caller)).toEqual([]);

    const { view } = await add(caller, 'Kept');
    const edited = await product.call(savedViewEndpoints.edit, { ...at(view), name: 'Renamed', layout: OTHER }, caller);
    await undo(caller, edited.changeId);
    const back = (await all(caller)).views[0] as SavedView;
    expect(back).toMatchObject({ name: 'Kept', layout: LAYOUT, version: 3 });

    const shared = await product.call(savedViewEndpoints.share, { ...at(back), shared: true }, caller);
    await undo(caller, shared.changeId);
    const again = (await all(caller)).views[0] as SavedView;
    expect(again).toMatchObject({ shared: false, state: STATE });

    const gone = await product.call(savedViewEndpoints.remove, at(again), caller);
    expect(await names(caller)).toEqual([]);
    await undo(caller, gone.changeId);
    expect((await all(caller)).views).toMatchObject([{ id: view.id, name: 'Kept', state: STATE, layout: LAYOUT }]);
  });
  test('of sharing or unsharing asks again for the right to share, which may be gone', async () => {
    const caller = await tenant.staff(['view:share']);
    const { view } = await add(caller, 'Once shared');
    const shared = await product.call(savedViewEndpoints.share, { ...at(view), shared: true }, caller);
    const unshared = await product.call(savedViewEndpoints.share, { ...at(shared.view), shared: false }, caller);
    await product.services.database.write(caller.tenantId ?? '', async (db) => {
      await db.deleteFrom('user_role').where('user_id', '=', caller.userId).execute();
      await rightsChanged(db, [caller.userId]);
    });
    await expect(undo(caller, shared.changeId)).rejects.toEqual(problem('undo.changed-since'));
    await expect(undo(caller, unshared.changeId)).rejects.toMatchObject({
      problem: 'request.forbidden',
      answer: { status: 403 },
    });
    expect((await all(caller)).views).toMatchObject([{ id: view.id, shared: false }]);
  });
  test('of unsharing a view of another user needs the permission to share', async () => {
    const [owner, keeper] = [await tenant.staff(['view:share']), await tenant.staff(['view:share'])];
    const { view } = await add(owner, 'Shared by two');
    const shared = await product.call(savedViewEndpoints.share, { ...at(view), shared: true }, owner);
    const unshared = await product.call(savedViewEndpoints.share, { ...at(shared.view), shared: false }, keeper);
    await undo(keeper, unshared.changeId);
    const [back] = (await all(owner)).views;
    expect(back).toMatchObject({ id: view.id, shared: true });
    await product.call(savedViewEndpoints.remove, at(back!), owner);
  });
  test('takes back columns', async () => {
    const caller = await tenant.staff([]);
    await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: LAYOUT }, caller);
    const { changeId } = await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: OTHER }, caller);
    await undo(caller, changeId);
    expect((await all(caller)).preferences).toMatchObject([{ layout: LAYOUT }]);
  });
  test('is refused when the record changed since, when it is done, when it is another user’s', async () => {
    const [caller, other] = [await tenant.staff([]), await tenant.staff([])];
    const { view } = await add(caller, 'Busy');
    const first = await product.call(savedViewEndpoints.edit, { ...at(view), name: 'Busy 2' }, caller);
    const second = await product.call(savedViewEndpoints.edit, { ...at(first.view), name: 'Busy 3' }, caller);
    await expect(undo(caller, first.changeId)).rejects.toMatchObject({
      problem: 'undo.changed-since',
      answer: { status: 200, body: { success: false } },
    });
    await expect(undo(other, second.changeId)).rejects.toEqual(problem('undo.not-found'));
    await undo(caller, second.changeId);
    await expect(undo(caller, second.changeId)).rejects.toEqual(problem('undo.already-undone'));
    await expect(undo(caller, 'nothing')).rejects.toEqual(problem('undo.not-found'));
    expect(await names(caller)).toEqual(['Busy 2']);
    const third = await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: LAYOUT }, caller);
    await product.call(savedViewEndpoints.keepLayout, { list: LIST, layout: OTHER }, caller);
    await expect(undo(caller, third.changeId)).rejects.toEqual(problem('undo.changed-since'));
  });
  test('is refused where the old name belongs to another view by now', async () => {
    const caller = await tenant.staff([]);
    const { view } = await add(caller, 'Name');
    const renamed = await product.call(savedViewEndpoints.edit, { ...at(view), name: 'Other name' }, caller);
    await add(caller, 'Name');
    await expect(undo(caller, renamed.changeId)).rejects.toEqual(problem('undo.changed-since'));
    const gone = await product.call(savedViewEndpoints.remove, at(renamed.view), caller);
    await add(caller, 'Other name');
    await expect(undo(caller, gone.changeId)).rejects.toEqual(problem('undo.changed-since'));
  });
  test('of two at once happens once', async () => {
    const caller = await tenant.staff([]);
    const { changeId } = await add(caller, 'Raced');
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => undo(caller, changeId)));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  });
  test('is too late after an hour, and the change is deleted after a day', async () => {
    const caller = await tenant.staff([]);
    const { changeId } = await add(caller, 'Yesterday');
    const { clock } = product.services;
    const now = clock.now().getTime();
    clock.set(new Date(now + 3_700_000));
    await expect(undo(caller, changeId)).rejects.toEqual(problem('undo.too-late'));
    clock.set(new Date(now + 49 * 3_600_000));
    await product.runDue();
    const left = await product.services.database.read(tenant.id, (db) =>
      db.selectFrom('reversible_change').select('id').where('id', '=', changeId).execute(),
    );
    expect(left).toEqual([]);
    clock.set(new Date());
  });
  test('and each change leave audit rows', async () => {
    const caller = await tenant.staff(['view:share']);
    const { view } = await add(caller, 'Audited');
    const shared = await product.call(savedViewEndpoints.share, { ...at(view), shared: true }, caller);
    await undo(caller, shared.changeId);
    const rows = await product.services.database.read(tenant.id, (db) =>
      db
        .selectFrom('audit_row')
        .select(['action', 'actor_id'])
        .where('object_id', '=', view.id)
        .orderBy('id')
        .execute(),
    );
    expect(rows.map((row) => row.action)).toEqual(['saved-view:add', 'saved-view:share', 'undo']);
    expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([caller.userId]));
  });
});
