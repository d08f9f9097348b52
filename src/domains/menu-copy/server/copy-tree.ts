import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { copyFile, dropFiles, sizeOfFiles, spaceLeft } from '#platform/files/server/index.ts';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { toValues } from '#platform/records/server/record-rows.ts';
import { addIn, lockRecord, saveRecord } from '#platform/records/server/save-record.ts';
import type { CopyItem } from '../contract/copy-run.ts';
import { keyOf, type PlannedRecord, planTree, type SourceTree, type Values } from '../rules/copy-plan.ts';
import { keepMapping, loadLedger } from './ledger.ts';
import { SERVED } from './read-trees.ts';

export interface CopyParties {
  /** The person in the tenant that is copied from. */
  readonly source: RequestContext;
  /** The same person in the tenant that is copied to. */
  readonly target: RequestContext;
  readonly runId: string;
  readonly otherCurrency: boolean;
}

/** Paths of the source's pictures that a plan writes. */
export function picturesOf(plan: readonly PlannedRecord[]): string[] {
  const paths = plan.flatMap(({ deed, fields, source }) =>
    deed === 'skip'
      ? []
      : ['image', 'headImage', 'bodyImages'].flatMap((field) => (fields.includes(field) ? [source.values[field]] : [])),
  );
  return [...new Set(paths.flat().map((path) => String(path ?? '')))].filter((path) => path !== '');
}

/**
 * Copies one tree: first its pictures, which no transaction can hold, then all records in one transaction, which `note` ends. Where that
 * fails, the pictures go again.
 */
export async function copyTree(
  parties: CopyParties,
  tree: SourceTree,
  note: (tx: Transaction, items: CopyItem[]) => Promise<void>,
): Promise<void> {
  const { source, target, otherCurrency } = parties;
  const { services } = target;
  const ledger = await target.read((db) => loadLedger(db, source.tenantId));
  const plan = planTree(tree, ledger, otherCurrency);
  const copies = await copyPictures(parties, picturesOf(plan));
  try {
    await target.transaction(async (tx) => note(tx, await writePlan(parties, tx, plan, copies)));
  } catch (error) {
    await dropFiles(services, target.tenantId, [...copies.values()]);
    throw error;
  }
}

/** All of them or none: a tenant without room for all keeps its room. */
async function copyPictures({ source, target }: CopyParties, paths: readonly string[]): Promise<Map<string, string>> {
  const { services } = target;
  const copies = new Map<string, string>();
  if (paths.length === 0) return copies;
  const needed = await sizeOfFiles(services, source.tenantId, paths);
  const left = await spaceLeft(services, target.tenantId);
  if (needed > left) raise('file.quota-reached', { quota: sizeText(left) });
  try {
    for (const path of paths) {
      const copy = { from: source.tenantId, path, to: target.tenantId, byUserId: target.actor.id };
      copies.set(path, await copyFile(services, copy));
    }
  } catch (error) {
    await dropFiles(services, target.tenantId, [...copies.values()]);
    throw error;
  }
  return copies;
}

/** Ids of the target by kind and id of the source. */
type Ids = Map<string, string>;

async function writePlan(
  parties: CopyParties,
  tx: Transaction,
  plan: readonly PlannedRecord[],
  copies: ReadonlyMap<string, string>,
): Promise<CopyItem[]> {
  const { source } = parties;
  const ids: Ids = new Map();
  const { mapped } = await loadLedger(tx.db, source.tenantId);
  for (const [key, { targetId }] of mapped) ids.set(key, targetId);
  const items: CopyItem[] = [];
  for (const planned of plan) items.push(await writeRecord(parties, tx, planned, { ids, copies }));
  return items;
}

interface Known {
  readonly ids: Ids;
  readonly copies: ReadonlyMap<string, string>;
}

async function writeRecord(
  parties: CopyParties,
  tx: Transaction,
  planned: PlannedRecord,
  known: Known,
): Promise<CopyItem> {
  const { target, source } = parties;
  const { kind, deed, mapped, notes } = planned;
  const served = SERVED[kind];
  const [name, nameZh] = [
    planned.name ?? String(planned.source.values['name']),
    String(planned.source.values['nameZh'] ?? ''),
  ];
  const item = (id: string, outcome: CopyItem['outcome']): CopyItem => ({
    ...{ kind, id, name, nameZh, outcome, notes: [...notes] },
  });
  const key = keyOf(kind, planned.source.id);
  if (deed === 'skip') {
    const targetId = mapped?.targetId || known.ids.get(key) || raise('record.reference-unknown');
    const isMatch = mapped !== undefined && !mapped.created && !known.ids.has(key);
    known.ids.set(key, targetId);
    if (isMatch)
      await keepMapping(
        tx.db,
        { runId: parties.runId, sourceTenantId: source.tenantId },
        {
          ...{
            kind,
            sourceId: planned.source.id,
            targetId,
            created: false,
            copied: {},
            targetVersion: 0,
            touched: true,
          },
        },
      );
    return item(targetId, 'skipped');
  }
  const before = mapped && (await lockRecord(served, tx, mapped.targetId));
  const values = translate(parties, planned, known, before && toValues(served.kind, before));
  const saved = mapped
    ? await saveRecord(served, target, tx, { id: mapped.targetId, given: values, words: undefined })
    : await addIn(served, target, tx, { request: values });
  const after = saved as { readonly id: string; readonly version: number };
  known.ids.set(key, after.id);
  if (kind === 'group') await keepChoices(parties, tx, planned, saved, known.ids);
  await keepMapping(
    tx.db,
    { runId: parties.runId, sourceTenantId: source.tenantId },
    {
      ...{ kind, sourceId: planned.source.id, targetId: after.id, created: true, copied: planned.source.values },
      targetVersion: after.version,
      touched: mapped !== undefined && (mapped.touched || before?.version !== mapped.targetVersion),
    },
  );
  return item(after.id, mapped ? 'updated' : 'added');
}

/** Values of the source as the target keeps them: with its own ids, its own pictures and no foreign prices. */
function translate(parties: CopyParties, planned: PlannedRecord, known: Known, before: Values | undefined): Values {
  const { kind, source } = planned;
  const given: Record<string, unknown> = Object.fromEntries(
    planned.fields.map((field) => [field, source.values[field]]),
  );
  const idOf = (of: string, id: unknown) => (id === null ? null : (known.ids.get(keyOf(of, String(id))) ?? null));
  const pictureOf = (path: unknown) => (path === '' ? '' : (known.copies.get(String(path)) ?? raise('file.not-found')));
  for (const field of ['image', 'headImage']) if (field in given) given[field] = pictureOf(given[field]);
  if ('bodyImages' in given) given['bodyImages'] = (given['bodyImages'] as readonly string[]).map(pictureOf);
  // a tree whose parent was not copied stands at the top
  if ('parentId' in given) given['parentId'] = idOf('menu', given['parentId']);
  if ('menuId' in given) given['menuId'] = idOf('menu', given['menuId']);
  if ('optionGroups' in given)
    given['optionGroups'] = (
      given['optionGroups'] as readonly { groupId: string; defaultChoiceId: string | null }[]
    ).map((row) => ({
      ...row,
      groupId: idOf('group', row.groupId),
      defaultChoiceId: idOf('choice', row.defaultChoiceId),
    }));
  if ('recipe' in given)
    given['recipe'] = (given['recipe'] as readonly { materialId: string }[]).map((row) => ({
      ...row,
      materialId: idOf('material', row.materialId),
    }));
  if ('categories' in given) given['categories'] = categoriesFor(parties, planned, known.ids, before);
  if (kind === 'material' && !before) {
    given['name'] = planned.name ?? given['name'];
    // the target makes one of the name: its robots may know another material by this word
    given['code'] = '';
  }
  if (!before && parties.otherCurrency) {
    if (kind === 'group') given['costMinor'] = 0;
    if (kind === 'beverage') Object.assign(given, { originalPriceMinor: 0, priceMinor: 0, status: 'off_sale' });
  }
  // amounts in another unit make another drink: staff look at it before it is sold
  if (planned.notes.includes('unit-differs') && 'recipe' in given) given['status'] = 'off_sale';
  return given;
}

interface Category {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string;
  readonly costMinor: number | null;
}

const categoriesIn = (values: Values | undefined): readonly Category[] =>
  (values?.['categories'] ?? []) as readonly Category[];

/** In the order of the source; those that the target has of its own stay behind them. */
function categoriesFor(
  { otherCurrency }: CopyParties,
  { source }: PlannedRecord,
  ids: ReadonlyMap<string, string>,
  before: Values | undefined,
): Category[] {
  const there = new Map(categoriesIn(before).map((one) => [one.id, one]));
  const copied = categoriesIn(source.values).map((one) => {
    const mappedId = ids.get(keyOf('choice', one.id)) ?? '';
    const own = there.get(mappedId);
    const costMinor = otherCurrency ? (own?.costMinor ?? 0) : one.costMinor;
    return { id: own ? mappedId : '', name: one.name, nameZh: one.nameZh, costMinor };
  });
  const copies = new Set([...ids].flatMap(([key, id]) => (key.startsWith('choice ') ? [id] : [])));
  return [...copied, ...[...there.values()].filter(({ id }) => !copies.has(id))];
}

/** Which choice is the copy of which: they come back in the order in which they were sent. */
async function keepChoices(
  { runId, source }: CopyParties,
  tx: Transaction,
  planned: PlannedRecord,
  saved: Values,
  ids: Ids,
): Promise<void> {
  const after = categoriesIn(saved);
  for (const [place, choice] of categoriesIn(planned.source.values).entries()) {
    const targetId = after[place]?.id;
    if (targetId === undefined) continue;
    ids.set(keyOf('choice', choice.id), targetId);
    await keepMapping(
      tx.db,
      { runId, sourceTenantId: source.tenantId },
      {
        ...{
          kind: 'choice',
          sourceId: choice.id,
          targetId,
          created: true,
          copied: {},
          targetVersion: 1,
          touched: false,
        },
      },
    );
  }
}
