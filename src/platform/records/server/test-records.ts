import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { undoEndpoints } from '#platform/undo/contract/undo.ts';
import type { FieldsAdd, RecordKind } from '../contract/define-records.ts';
import type { RecordField, RecordFields } from '../contract/fields.ts';
import type { RecordQuery } from '../contract/record-endpoints.ts';
import { importedFields } from '../rules/record-cells.ts';
import { anyTable, columnOf, fieldsOf } from './record-rows.ts';

/** Where a sample stands: a tenant of its own and a user with all permissions there. */
export interface SamplePlace {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly staff: Caller;
}

export interface BehaviourOptions {
  /** Makes something that points at the record, so that it must stay. */
  readonly use?: (place: SamplePlace, id: string) => Promise<void>;
  /** The spot that the sample belongs to, where people see those of their spots alone; `values` has its id too. */
  readonly spotOf?: (values: Values) => string;
  /** Values for fields whose other value cannot be guessed; undefined for those that no edit of the sample can change alone. */
  readonly other?: Values;
  /** Changes want the password again. */
  readonly steppedUp?: true;
}

type Values = Readonly<Record<string, unknown>>;
type Kind = RecordKind<RecordFields>;

/**
 * What every kind of record does, tried on this one through its calls and a real database: required and unique fields,
 * conflict, undo, rights, other tenants, spots, audit and history, filters and orders, files in and out, texts in both languages.
 * `sample` gives values for all required fields; unique texts get a number, so it may answer the same each time.
 */
export function behavesAsRecords<F extends RecordFields, C extends RecordFields>(
  declared: RecordKind<F, C>,
  sample: (place: SamplePlace) => FieldsAdd<F> | Promise<FieldsAdd<F>>,
  options: BehaviourOptions = {},
): void {
  const kind = declared as unknown as Kind;
  describe(`${kind.namespace} behave as records`, () => {
    let server: TestServer;
    let place: SamplePlace;
    let elsewhere: SamplePlace;
    let count = 0;
    const addWord = (code: string, value: string, word: string) =>
      server.services.database.acrossTenants('a word of a test', async (db) => {
        const names = { code, name_en: code, name_zh: code };
        await db
          .insertInto('dictionary')
          .values(names)
          .onConflict((same) => same.doNothing())
          .execute();
        const item = { code, value, text_en: word, text_zh: word };
        await db.insertInto('dictionary_item').values(item).execute();
      });
    const placeIn = async (tenant: TestTenant): Promise<SamplePlace> => ({
      server,
      tenant,
      staff: await tenant.staff('all', { steppedUp: options.steppedUp ?? false }),
    });
    beforeAll(async () => {
      server = await startTestServer();
      [place, elsewhere] = [await placeIn(await server.newTenant()), await placeIn(await server.newTenant())];
    });
    afterAll(() => server?.stop());

    const uniques = fieldsOf(kind).filter(([, field]) => field.unique && !field.generated);
    const values = async (where = place): Promise<Record<string, unknown>> => {
      const given = { ...((await sample(where)) as Values) };
      count += 1;
      for (const [field] of uniques) given[field] = `${String(given[field])} ${count}`;
      return given;
    };
    const add = async (given?: Values, where = place) =>
      server.call(kind.endpoints.add, (given ?? (await values(where))) as never, where.staff);
    const page = (request: RecordQuery, caller = place.staff) => server.call(kind.endpoints.page, request, caller);
    const idsOf = async (request: RecordQuery, caller = place.staff) =>
      (await page({ pageSize: 200, ...request }, caller)).records.map(({ id }) => id);
    const refusal = async (work: Promise<unknown>): Promise<Refused> => {
      const outcome = await work.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(outcome instanceof Refused)) throw new Error(`nothing was refused: ${String(outcome)}`);
      return outcome;
    };
    const fault = async (work: Promise<unknown>) => (await refusal(work)).answer.body.faults?.map(({ path }) => path);

    test('what is added is answered, listed and read again', async () => {
      const given = await values();
      const made = await add(given);
      const shown = Object.fromEntries(
        Object.entries(given).map(([field, value]) => [field, asShown(kind, field, value)]),
      );
      expect(made).toMatchObject({ ...shown, version: 1, updatedAt: null });
      expect(await server.call(kind.endpoints.one, { id: made.id }, place.staff)).toEqual(made);
      expect(await idsOf({})).toContain(made.id);
      const options = await server.call(kind.endpoints.options, { pageSize: 200 }, place.staff);
      expect(options).toContainEqual({ id: made.id, name: String((made as unknown as Values)[kind.labelField]) });
    });

    const required = fieldsOf(kind).filter(([, field]) => field.required);
    test.each(required.map(([field]) => field))('%s is required', async (field) => {
      const { [field]: _, ...others } = await values();
      expect(await fault(add(others))).toContain(field);
      const made = await add();
      const emptied = server.call(kind.endpoints.edit, { id: made.id, [field]: '' } as never, place.staff);
      expect(await fault(emptied)).toContain(field);
    });

    test.each(uniques.map(([field]) => field))('%s is taken once in a tenant, whatever its case', async (field) => {
      const first = await add();
      const value = String((first as unknown as Values)[field]);
      for (const same of [value, value.toUpperCase(), ` ${value.toLowerCase()} `]) {
        const refused = await refusal(add({ ...(await values()), [field]: same }));
        expect(refused.problem).toBe('record.taken');
        expect(refused.answer.body.faults?.map(({ path }) => path)).toEqual([field]);
      }
      const second = await add();
      const edit = (to: string) =>
        server.call(kind.endpoints.edit, { id: second.id, [field]: to } as never, place.staff);
      const { fixed } = kind.fields[field] ?? {};
      expect((await refusal(edit(value))).problem).toBe(fixed ? 'record.fixed' : 'record.taken');
      // its own value is no other's
      const own = String((second as unknown as Values)[field]);
      await edit(fixed ? own : own.toUpperCase());
      await add({ ...(await values(elsewhere)), [field]: value }, elsewhere);
      // two at once: the index lets one of them through
      const [one, other] = [await values(), await values()];
      const outcomes = await Promise.allSettled([
        add({ ...one, [field]: 'at once' }),
        add({ ...other, [field]: 'At Once' }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    const changed = fieldsOf(kind).flatMap(([field, declaredField]) => {
      if (declaredField.generated || declaredField.fixed) return [];
      const other = field in (options.other ?? {}) ? options.other?.[field] : otherValue(declaredField);
      return other === undefined ? [] : [[field, other] as const];
    });
    const another = (field: string, value: unknown) => {
      count += 1;
      return kind.fields[field]?.unique ? `${String(value)} ${count}` : value;
    };
    test('an edit is kept, shown in the history, and refused to who began before it', async () => {
      const made = await add();
      for (const [field, guessed] of changed) {
        const other = another(field, guessed);
        const before = await server.call(kind.endpoints.one, { id: made.id }, place.staff);
        const after = await server.call(
          kind.endpoints.edit,
          { id: made.id, version: before.version, [field]: other } as never,
          place.staff,
        );
        expect(after, field).toMatchObject({ [field]: asShown(kind, field, other), version: before.version + 1 });
        const history = await server.call(kind.endpoints.history, { id: made.id }, place.staff);
        expect(history.records[0]?.action).toBe(kind.permission('edit'));
        expect(history.records[0]?.changes.map((change) => change.field)).toEqual([field]);
        const late = await refusal(
          server.call(
            kind.endpoints.edit,
            { id: made.id, version: before.version, [field]: other } as never,
            place.staff,
          ),
        );
        expect(late.problem).toBe('record.changed-meanwhile');
        expect(late.answer.body.conflict?.current).toMatchObject({ version: before.version + 1 });
      }
      const whole = await server.call(kind.endpoints.history, { id: made.id, pageSize: 200 }, place.staff);
      expect(whole.total).toBe(changed.length + 1);
      const first = whole.records.at(-1);
      expect(first?.action).toBe(kind.permission('add'));
      for (const [field] of required) expect(first?.changes.map((change) => change.field)).toContain(field);
    });

    const isOlder = kind.calls.family === 'system';
    test.runIf(isOlder)('a row is taken back as the list answers it, and a name that no row has is not', async () => {
      const { id } = await add();
      const row = (await page({ pageSize: 200 })).records.find((one) => one.id === id) as unknown as Values;
      const others = { createdBy: 'others', createBy: 'others', createdAt: '2000-01-01T00:00:00Z' };
      const sent = { ...row, ...others } as never;
      const after = (await server.call(kind.endpoints.edit, sent, place.staff)) as unknown as Values;
      const kept = [...fieldsOf(kind).map(([field]) => field), ...Object.keys(others)];
      for (const field of kept) expect(after[field], field).toEqual(row[field]);
      expect(await fault(server.call(kind.endpoints.edit, { ...row, nmae: 'x' } as never, place.staff))).toEqual([
        'nmae',
      ]);
    });

    test('each change leaves its audit row', async () => {
      const made = await add();
      const [field, other] = changed[0] ?? [];
      if (field)
        await server.call(kind.endpoints.edit, { id: made.id, [field]: another(field, other) } as never, place.staff);
      await server.call(kind.endpoints.remove, { id: made.id }, place.staff);
      const rows = await server.services.database.read(place.tenant.id, (db) =>
        db.selectFrom('audit_row').select('action').where('object_id', '=', made.id).orderBy('id').execute(),
      );
      expect(rows.map(({ action }) => action)).toEqual(
        ['add', ...(field ? ['edit'] : []), 'delete'].map((action) => kind.permission(action as 'add')),
      );
    });

    test('a removal is taken back as it was, and not over what took its place', async () => {
      const made = await add();
      const { changeId } = await server.call(kind.endpoints.remove, { id: made.id }, place.staff);
      expect((await refusal(server.call(kind.endpoints.one, { id: made.id }, place.staff))).problem).toBe(
        kind.notFound,
      );
      await server.call(undoEndpoints.undo, { changeId }, place.staff);
      expect(await server.call(kind.endpoints.one, { id: made.id }, place.staff)).toEqual(made);
      if (uniques.length === 0) return;
      const again = await server.call(kind.endpoints.remove, { id: made.id }, place.staff);
      const taken = Object.fromEntries(uniques.map(([field]) => [field, (made as unknown as Values)[field]]));
      await add({ ...(await values()), ...taken });
      const late = await refusal(server.call(undoEndpoints.undo, { changeId: again.changeId }, place.staff));
      expect(late.problem).toBe('undo.changed-since');
    });

    test('several are removed at once, each with its result', async () => {
      const [one, other] = [await add(), await add()];
      const unknown = newId();
      const results = await server.call(kind.endpoints.removeMany, { ids: [one.id, unknown, other.id] }, place.staff);
      expect(results.done.map(({ id }) => id)).toEqual([one.id, other.id]);
      expect(results.failed.map(({ id }) => id)).toEqual([unknown]);
      expect(await idsOf({})).not.toContain(one.id);
      for (const { changeId } of results.done)
        await server.call(undoEndpoints.undo, { changeId: changeId! }, place.staff);
      expect(await idsOf({})).toEqual(expect.arrayContaining([one.id, other.id]));
    });

    test.runIf(options.use)('what is in use stays, and says how often', async () => {
      const [used, free] = [await add(), await add()];
      await options.use?.(place, used.id);
      const refused = await refusal(server.call(kind.endpoints.remove, { id: used.id }, place.staff));
      expect(refused.problem).toBe('record.in-use');
      expect(refused.answer.body.message).toMatch(/\b1\b/);
      const results = await server.call(kind.endpoints.removeMany, { ids: [used.id, free.id] }, place.staff);
      expect(results.done.map(({ id }) => id)).toEqual([free.id]);
      expect(results.failed).toMatchObject([{ id: used.id }]);
      expect(results.failed[0]?.message).toBe(refused.answer.body.message);
    });

    test.runIf(kind.switch)('several are switched at once', async () => {
      const turned = kind.switch!;
      const [one, other] = [await add(), await add()];
      for (const on of [false, true]) {
        const results = await server.call(kind.endpoints.turn, { ids: [one.id, newId(), other.id], on }, place.staff);
        expect([results.done.length, results.failed.length]).toEqual([2, 1]);
        expect(await server.call(kind.endpoints.one, { id: one.id }, place.staff)).toMatchObject({
          [turned.field]: asShown(kind, turned.field, on ? turned.on : turned.off),
        });
      }
    });

    test('another tenant neither sees nor changes it', async () => {
      const made = await add();
      const theirs = elsewhere.staff;
      expect(await idsOf({}, theirs)).not.toContain(made.id);
      for (const work of [
        () => server.call(kind.endpoints.one, { id: made.id }, theirs),
        () => server.call(kind.endpoints.edit, { id: made.id } as never, theirs),
        () => server.call(kind.endpoints.remove, { id: made.id }, theirs),
        () => server.call(kind.endpoints.history, { id: made.id }, theirs),
      ])
        expect((await refusal(work())).problem).toBe(kind.notFound);
      const results = await server.call(kind.endpoints.removeMany, { ids: [made.id] }, theirs);
      expect(results.done).toEqual([]);
      const found = await server.services.database.read(elsewhere.tenant.id, (db) =>
        anyTable(db).selectFrom(kind.table).select('id').where('id', '=', made.id).execute(),
      );
      expect(found).toEqual([]);
    });

    test('each call asks for its right', async () => {
      const made = await add();
      const only = (...actions: ('view' | 'add' | 'edit' | 'delete')[]) =>
        place.tenant.staff(actions.map(kind.permission), { steppedUp: options.steppedUp ?? false });
      const given = await values();
      const calls = {
        view: (who: Caller) => page({}, who),
        add: (who: Caller) => server.call(kind.endpoints.add, given as never, who),
        edit: (who: Caller) => server.call(kind.endpoints.edit, { id: made.id } as never, who),
        delete: (who: Caller) => server.call(kind.endpoints.remove, { id: made.id }, who),
      };
      for (const action of ['view', 'add', 'edit', 'delete'] as const) {
        const others = (['view', 'add', 'edit', 'delete'] as const).filter((one) => one !== action);
        expect((await refusal(calls[action](await only(...others)))).problem, action).toBe('request.forbidden');
      }
      await calls.edit(await only('edit'));
      await calls.delete(await only('delete'));
    });

    test.runIf(options.spotOf)('people see the records of their spots alone', async () => {
      const stepped = { steppedUp: options.steppedUp ?? false };
      const given = await values();
      const made = await add(given);
      const sees = await place.tenant.staff('all', {
        ...stepped,
        spotIds: [options.spotOf?.({ ...given, id: made.id }) ?? ''],
      });
      const blind = await place.tenant.staff('all', { ...stepped, spotIds: [] });
      expect(await idsOf({}, sees)).toContain(made.id);
      expect(await idsOf({}, blind)).not.toContain(made.id);
      for (const work of [
        () => server.call(kind.endpoints.one, { id: made.id }, blind),
        () => server.call(kind.endpoints.edit, { id: made.id } as never, blind),
        () => server.call(kind.endpoints.remove, { id: made.id }, blind),
      ])
        expect((await refusal(work())).problem).toBe(kind.notFound);
    });

    const searched = fieldsOf(kind).filter(([, field]) => field.search);
    test('the search box finds it by each of its fields, and literally', async () => {
      const made = (await add()) as unknown as Values;
      for (const [field] of searched) {
        const text = String(made[field]);
        if (text === '') continue;
        expect(await idsOf({ keyword: text }), field).toContain(made['id']);
        expect(await idsOf({ keyword: text.slice(0, 3).toUpperCase() }), field).toContain(made['id']);
      }
      expect(await idsOf({ keyword: '%' })).not.toContain(made['id']);
      expect(await idsOf({ keyword: 'nobody is called so' })).toEqual([]);
    });

    const filtered = fieldsOf(kind).filter(([, field]) => field.filter && field.kind !== 'reference');
    test('each filter narrows the list', async () => {
      for (const [field, declaredField] of filtered) {
        const made = (await add()) as unknown as Values;
        const value = String(made[field]);
        if (declaredField.kind === 'text') {
          expect(await idsOf({ [field]: value }), field).toContain(made['id']);
          expect(await idsOf({ [field]: 'nobody is called so' }), field).toEqual([]);
          continue;
        }
        const codes = declaredField.values?.map(String) ?? ['true', 'false'];
        for (const code of codes) {
          const ids = await idsOf({ [field]: code });
          expect(ids.includes(String(made['id'])), `${field} ${code}`).toBe(code === value);
        }
      }
      for (const [field, { target, kind: type }] of fieldsOf(kind)) {
        if (!target || type === 'references') continue;
        const made = (await add()) as unknown as Values;
        if (made[field] !== null) expect(await idsOf({ [field]: String(made[field]) })).toContain(made['id']);
        expect(await idsOf({ [field]: newId() })).not.toContain(made['id']);
      }
      const made = await add();
      const later = new Date(Date.parse(made.createdAt) + 1).toISOString();
      expect(await idsOf({ createdFrom: made.createdAt, createdTo: later })).toContain(made.id);
      expect(await idsOf({ createdFrom: later })).not.toContain(made.id);
    });

    test('the list is ordered by each column that it can be ordered by', async () => {
      await add();
      await add();
      for (const column of kind.sortable) {
        const up = await idsOf({ column, order: 'asc' });
        expect(await idsOf({ column, order: 'desc' }), column).toEqual(up.toReversed());
      }
    });

    test('each field of an advanced query is asked', async () => {
      const made = (await add()) as unknown as Values;
      for (const [field, { kind: type }] of Object.entries(kind.superFields)) {
        const value = made[field];
        const val = type === 'time' ? '2026-01-01' : type === 'flag' ? (value ? '1' : '0') : String(value ?? '');
        if (val === '' || value === null || value === kind.fields[field]?.none) continue;
        const rule = type === 'time' ? 'ge' : 'eq';
        const superQueryParams = JSON.stringify([{ field, rule, val }]);
        const ids = await idsOf({ superQueryParams });
        expect(ids.includes(String(made['id'])), field).toBe(
          type !== 'time' || Date.parse(String(value)) >= Date.parse(val),
        );
      }
    });

    // written down here a second time, so that a column that is missing there is noticed here
    const unfit = ['rows', 'json', 'richText', 'picture', 'pictures'];
    const inCells = fieldsOf(kind).filter(([, field]) => !unfit.includes(field.kind));
    test('the list is taken along as a file', async () => {
      const [made] = (await Promise.all([add(), add()])) as unknown as [Values, Values];
      const fileOf = async (asked: RecordQuery = {}) => {
        const { id } = await server.call(
          kind.endpoints.export,
          { format: 'csv', ...asked } as RecordQuery,
          place.staff,
        );
        await server.runDue();
        const { path } = await server.call(exportEndpoints.link, { id }, place.staff);
        return server.send('GET', `/api${path}`);
      };
      const linesOf = async (asked?: RecordQuery) => (await fileOf(asked)).text.trim().split(/\r?\n/);
      const [head = '', ...lines] = await linesOf();
      for (const [field] of inCells)
        expect(head, field).toContain(sliceText(kind.namespace, 'en-US', `field.${field}`) ?? field);
      const chosen = { selections: `${made['id']},${newId()}` } as unknown as RecordQuery;
      const [, line = '', ...others] = await linesOf(chosen);
      expect(others).toEqual([]);
      expect(lines).toContain(line);
      expect(line).toContain(String(made[kind.labelField]));
      for (const [field, declaredField] of inCells)
        if (['text', 'phone', 'email'].includes(declaredField.kind)) expect(line).toContain(String(made[field]));
      if (!kind.verbs.includes('importCheck')) return;
      const file = { name: 'own.csv', bytes: (await fileOf()).bytes };
      const again = await server.call(kind.endpoints.importCheck, { file }, place.staff);
      expect(again, 'brought along again it adds nothing').toMatchObject({ rows: lines.length, bad: lines.length });
    });

    test('a file says by which filters it was made, in words', async () => {
      const made = (await add()) as unknown as Values;
      const asked = fieldsOf(kind).filter(
        ([field, { filter, kind: type, none = null }]) =>
          filter && ['choice', 'flag', 'reference'].includes(type) && made[field] !== none,
      );
      for (const [field, { dictionary }] of asked)
        if (dictionary) await addWord(dictionary, String(made[field]), `Word of ${field}`);
      const request = {
        keyword: String(made[kind.labelField]),
        ...Object.fromEntries(asked.map(([field]) => [field, String(made[field])])),
      };
      const { id } = await server.call(
        kind.endpoints.export,
        { format: 'csv', ...request } as RecordQuery,
        place.staff,
      );
      const { filters } = await server.call(exportEndpoints.words, { id }, place.staff);
      const textOf = (key: string) => sliceText(kind.namespace, 'en-US', key);
      expect(filters.map(({ label }) => label)).toEqual([
        textOf('list.search'),
        ...asked.map(([field]) => textOf(`field.${field}`)),
      ]);
      for (const [at, [field, { kind: type }]] of asked.entries()) {
        const value = filters[at + 1]?.value;
        if (type === 'flag') expect(value).toBe(made[field] ? 'yes' : 'no');
        else if (type === 'choice') expect(value).toBe(`Word of ${field}`);
        // the name of the record that was asked for
        else expect(value).not.toBe(made[field]);
      }
    });

    test.runIf(kind.verbs.includes('importCheck'))('a table is brought along, row by row', async () => {
      const fields = importedFields(kind);
      const unknownReference = fieldsOf(kind).some(([field, one]) => one.kind === 'reference' && one.required && field);
      const rows = [await values(), await values(), await values()];
      const text = async (row: Values) => {
        const cells = await Promise.all(fields.map(([field, one]) => cellText(place, one, row[field])));
        return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
      };
      const [good, twice, empty] = rows as [Values, Values, Values];
      const [uniqueField] = uniques[0] ?? [];
      const [neededField, needed] = required[0] ?? [];
      const wrong = wrongCell(needed);
      const lines = [
        fields.map(([field]) => field).join(','),
        await text(good),
        // where nothing else tells two apart, the same once more
        await text(uniqueField ? { ...twice, [uniqueField]: good[uniqueField] } : good),
        ...(neededField ? [await text({ ...empty, [neededField]: wrong })] : []),
      ];
      const bytes = Buffer.from(lines.join('\n'));
      const job = await server.call(kind.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, place.staff);
      expect([job.rows, job.bad], JSON.stringify(unknownReference)).toEqual([lines.length - 1, lines.length - 2]);
      await server.call(importEndpoints.start, { id: job.id, mode: 'good' }, place.staff);
      await server.runDue();
      // who brought it along is led back to it
      const notices = await server.services.database.read(place.tenant.id, (db) =>
        db.selectFrom('notice').select('path').where('kind', '=', 'transfers.import-done').execute(),
      );
      expect(notices.map(({ path }) => path?.replace(/^\/[\w/-]+/, ''))).toContain(`?import=${job.id}`);
      const known = uniqueField ?? kind.labelField;
      const found = (await page({ pageSize: 200 })).records.map((row) => String((row as unknown as Values)[known]));
      expect(found.filter((one) => one === String(good[known]))).toHaveLength(1);
      // brought along twice, a file adds nothing
      const again = await server.call(kind.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, place.staff);
      expect([again.rows, again.bad]).toEqual([job.rows, job.rows]);
    });

    test.runIf(kind.verbs.includes('exportXls'))('an older client saves its list as a workbook', async () => {
      const [one, other] = (await Promise.all([add(), add()])) as unknown as [Values, Values];
      const file = (request: RecordQuery & { paramsStr?: string }, who = place.staff) =>
        server.call(kind.endpoints.exportXls, request as never, who);
      const { headers, bytes } = await file({});
      expect(headers).toMatchObject({
        'content-type': 'application/vnd.ms-excel',
        'content-disposition': expect.stringMatching(/^attachment; filename=".+\.xlsx"/),
      });
      const [head = [], ...rows] = await sheetRows(bytes);
      // the heads of times say whose clocks they are on
      expect(head.slice(0, inCells.length).map((title) => title.replace(/ \([\w/]+\)$/, ''))).toEqual(
        inCells.map(([field]) => sliceText(kind.namespace, 'en-US', `field.${field}`)),
      );
      const total = (await page({ pageSize: 1 })).total;
      expect(rows).toHaveLength(total);
      const labelAt = inCells.findIndex(([field]) => field === kind.labelField);
      const labels = async (request: RecordQuery & { paramsStr?: string }) =>
        (await sheetRows((await file(request)).bytes)).slice(1).map((row) => row[labelAt]);
      const chosen = { selections: `${one['id']},${newId()}` } as unknown as RecordQuery;
      expect(await labels(chosen)).toEqual([String(one[kind.labelField])]);
      const asked = { [kind.labelField]: String(other[kind.labelField]), selections: `${one['id']},${other['id']}` };
      const paramsStr = encodeURIComponent(encodeURIComponent(JSON.stringify(asked)));
      expect(await labels({ paramsStr })).toContain(String(other[kind.labelField]));
      for (const wrong of ['[1]', 'none', encodeURIComponent('{"tenantId":1}')])
        expect((await refusal(file({ paramsStr: wrong }))).problem).toBe('request.malformed');
      expect(await sheetRows((await file(chosen, elsewhere.staff)).bytes)).toHaveLength(1);
      const noted = await server.services.database.read(place.tenant.id, (db) =>
        db.selectFrom('audit_row').select('after').where('object_kind', '=', 'export').execute(),
      );
      expect(noted).toContainEqual({ after: expect.objectContaining({ kind: kind.namespace, rows: total }) });
    });

    test.runIf(kind.verbs.includes('importExcel'))('an older client brings a table along at once', async () => {
      const fields = importedFields(kind);
      const cells = async (row: Values) => Promise.all(fields.map(([field, one]) => cellText(place, one, row[field])));
      const [neededField, needed] = required[0] ?? [];
      const send = async (rows: readonly Values[], titles: readonly string[] = []) => {
        const lines = [fields.map(([field]) => field), ...(await Promise.all(rows.map(cells)))];
        const quoted = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
        const file = { name: 'a.csv', bytes: Buffer.from([...titles, ...quoted].join('\n')) };
        const { body, headers } = bodyFor(kind.endpoints.importExcel, { file });
        return server.send('POST', fullPath(kind.endpoints.importExcel.path), body, { ...place.staff, headers });
      };
      const before = (await page({ pageSize: 1 })).total;
      const all = await send([await values(), await values()], ['"Records of the tenant"', '"exported by hand"']);
      expect(all.body).toMatchObject({ success: true, code: '200', result: { totalCount: 2, errorCount: 0 } });
      expect(all.body.message).toMatch(/\b2\b/);
      expect((await page({ pageSize: 1 })).total).toBe(before + 2);
      if (!neededField) return;
      const part = await send([await values(), { ...(await values()), [neededField]: wrongCell(needed) }]);
      expect(part.body).toMatchObject({
        ...{ success: true, code: '201' },
        result: { totalCount: 2, errorCount: 1, successCount: 1, msg: part.body.message },
      });
      const { fileUrl } = part.body.result as { fileUrl: string };
      const rows = await sheetRows((await server.send('GET', `/api${fileUrl}`)).bytes);
      expect(rows).toHaveLength(2);
      expect(rows[1]?.[0]).toBe('3');
      expect((await server.send('GET', `/api${fileUrl.replace(/expires=./, 'expires=9')}`)).status).toBe(403);
      expect((await page({ pageSize: 1 })).total).toBe(before + 3);
      expect(await send([])).toMatchObject({ status: 200, body: { success: false, problem: 'import.empty' } });
    });

    test('it has its texts in both languages', () => {
      const keys = [
        'kind.one',
        'kind.many',
        'kind.title',
        'kind.file',
        ...fieldsOf(kind).map(([field]) => `field.${field}`),
      ];
      for (const language of LANGUAGES)
        for (const key of keys) expect(sliceText(kind.namespace, language, key), `${language} ${key}`).toBeDefined();
    });
  });
}

/** What a needed cell cannot be; a row without any cell would be no row. */
const wrongCell = (field: RecordField | undefined): string => (field?.max ? 'x'.repeat(field.max + 1) : '');

/** The cells of a workbook's sheet, as texts. */
async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const book = await readXlsx(Buffer.from(bytes), { sheets: [0] });
  return (book.sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
}

/** Older lists answer codes as texts. */
function asShown({ calls, fields }: Kind, field: string, value: unknown): unknown {
  return calls.family === 'system' && ['choice', 'references'].includes(fields[field]?.kind ?? '')
    ? String(value)
    : value;
}

/** Another value that the field takes; undefined where that is not known from the declaration. */
function otherValue({ kind, values, max, empty }: RecordField): unknown {
  switch (kind) {
    case 'text':
    case 'longText':
      return 'Other'.slice(0, max);
    case 'phone':
      return '+4799999999';
    case 'email':
      return 'other@example.com';
    case 'colour':
      return '#aabbcc';
    case 'timeOfDay':
      return '23:45';
    case 'choice':
      return values?.at(-1);
    case 'flag':
      return !empty;
    case 'integer':
    case 'decimal':
    case 'amount':
      return 7;
    case 'rate':
      return 70_000;
    case 'day':
      return '2026-07-07';
    case 'timeRange':
      return { from: '22:00', to: '05:00' };
    case 'weekdays':
      return [2, 7];
    default:
      return undefined;
  }
}

/** As a user would write it into a table: references by name. */
async function cellText({ server, tenant }: SamplePlace, declared: RecordField, value: unknown): Promise<string> {
  if (value === undefined || value === null) return '';
  const { target } = declared;
  if (declared.kind === 'amount') {
    const { currency } = await server.services.database.read(tenant.id, (db) =>
      db.selectFrom('tenant').select('currency').executeTakeFirstOrThrow(),
    );
    return toDecimalText(Number(value), currency as Currency);
  }
  if (!target) return declared.kind === 'rate' ? String(Number(value) / 10_000) : String(value);
  const ids = Array.isArray(value) ? value : [value];
  const rows = await server.services.database.read(tenant.id, (db) =>
    anyTable(db).selectFrom(target.table).select(columnOf(target.label)).where('id', 'in', ids).execute(),
  );
  return rows.map((row) => String(row[target.label])).join('; ');
}
