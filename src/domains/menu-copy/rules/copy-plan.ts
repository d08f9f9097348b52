import type { CopiedKind, CopyNote, Deed } from '../contract/copy-run.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A record as it is in the tenant that is copied from. */
export interface SourceRecord {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/** A record that was copied before. */
export interface Mapped {
  readonly targetId: string;
  /** False where the target had it before. */
  readonly created: boolean;
  /** The source as it was then. */
  readonly copied: Values;
  readonly targetVersion: number;
  readonly touched: boolean;
}

export interface MaterialThere {
  readonly id: string;
  readonly name: string;
  readonly materialType: number;
  readonly unit: string;
  readonly code: string;
}

/** What is known of the target: copies of before that are still there, and its materials. */
export interface Ledger {
  readonly mapped: Map<string, Mapped>;
  readonly materials: MaterialThere[];
}

export interface SourceTree {
  readonly menuId: string;
  /** Parents first. */
  readonly menus: readonly SourceRecord[];
  readonly groups: readonly SourceRecord[];
  readonly materials: readonly SourceRecord[];
  readonly beverages: readonly SourceRecord[];
}

export interface PlannedRecord {
  readonly kind: CopiedKind;
  readonly source: SourceRecord;
  readonly deed: Deed;
  /** Undefined for a new one. */
  readonly mapped: Mapped | undefined;
  /** What is written; all fields of a new one. */
  readonly fields: readonly string[];
  readonly notes: readonly CopyNote[];
  /** What it is called in the target where its own name is taken. */
  readonly name?: string;
}

export const keyOf = (kind: string, sourceId: string): string => `${kind} ${sourceId}`;

/** Prices are the target's where its currency is another one, and so is whether a drink is sold. */
const MONEY_FIELDS: ReadonlySet<string> = new Set(['originalPriceMinor', 'priceMinor', 'status', 'costMinor']);
/** What robots and recipes of the target count on. */
const FIXED_MATERIAL_FIELDS: ReadonlySet<string> = new Set(['unit', 'materialType', 'code', 'name']);
/** Fields that make sense together alone. */
const TOGETHER: readonly (readonly string[])[] = [
  ['originalPriceMinor', 'priceMinor'],
  ['kind', 'minChoices', 'maxChoices'],
];

/**
 * Which fields of the source are others than when it was copied last (practice 16): only those are written again, so that what staff
 * of the target changed stays as long as the source does.
 */
export function changedFields(now: Values, copied: Values): string[] {
  const changed = new Set(Object.keys(now).filter((field) => !isSame(now[field], copied[field])));
  for (const group of TOGETHER)
    if (group.some((field) => changed.has(field))) for (const field of group) if (field in now) changed.add(field);
  return [...changed];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** What was kept as JSON comes back with its keys in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const isWritten = (kind: CopiedKind, field: string, otherCurrency: boolean): boolean =>
  !(otherCurrency && MONEY_FIELDS.has(field)) && !(kind === 'material' && FIXED_MATERIAL_FIELDS.has(field));

/** The first name that is free, as people number them: `Beans 2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const next = `${name.slice(0, 100 - ending.length)}${ending}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}

/**
 * What a copy of a tree does with each record, in the order in which they stand on each other (practice 16): menus with parents
 * first, groups, materials, beverages. Notes in `ledger` what will be there, so that the next tree adds none of it again.
 */
export function planTree(tree: SourceTree, ledger: Ledger, otherCurrency: boolean): PlannedRecord[] {
  const differing = new Set<string>();
  const plan: PlannedRecord[] = [];
  const note = (planned: PlannedRecord): void => {
    plan.push(planned);
    ledger.mapped.set(keyOf(planned.kind, planned.source.id), planned.mapped ?? pending(planned.source));
  };
  for (const menu of tree.menus) note(planOne('menu', menu, ledger, otherCurrency, []));
  for (const group of tree.groups) {
    const isNew = !ledger.mapped.has(keyOf('group', group.id));
    const notes: CopyNote[] = otherCurrency && isNew && hasCosts(group.values) ? ['cost-needed'] : [];
    note(planOne('group', group, ledger, otherCurrency, notes));
  }
  for (const material of tree.materials) {
    const planned = planMaterial(material, ledger, otherCurrency);
    if (planned.notes.includes('unit-differs')) differing.add(material.id);
    note(planned);
  }
  for (const beverage of tree.beverages) {
    const recipe = (beverage.values['recipe'] ?? []) as readonly { readonly materialId: string }[];
    const isOdd = recipe.some(({ materialId }) => differing.has(materialId));
    const known = ledger.mapped.get(keyOf('beverage', beverage.id));
    const notes: CopyNote[] = [
      ...(otherCurrency && !known ? (['price-needed'] as const) : []),
      ...(isOdd ? (['unit-differs'] as const) : []),
    ];
    note(planOne('beverage', beverage, ledger, otherCurrency, notes));
  }
  return plan;
}

/** Stands for a copy that this run makes. */
const pending = (source: SourceRecord): Mapped => ({
  targetId: '',
  created: true,
  copied: source.values,
  targetVersion: 0,
  touched: false,
});

function planOne(
  kind: CopiedKind,
  source: SourceRecord,
  ledger: Ledger,
  otherCurrency: boolean,
  notes: readonly CopyNote[],
): PlannedRecord {
  const mapped = ledger.mapped.get(keyOf(kind, source.id));
  if (!mapped) return { kind, source, deed: 'add', mapped, fields: Object.keys(source.values), notes };
  const fields = mapped.created
    ? changedFields(source.values, mapped.copied).filter((field) => isWritten(kind, field, otherCurrency))
    : [];
  return { kind, source, deed: fields.length > 0 ? 'update' : 'skip', mapped, fields, notes };
}

/** A material of the same type and name is the same one (practice 16); it stays as the target keeps it. */
function planMaterial(source: SourceRecord, ledger: Ledger, otherCurrency: boolean): PlannedRecord {
  const { name, materialType, unit } = source.values as { name: string; materialType: number; unit: string };
  const before = ledger.mapped.get(keyOf('material', source.id));
  if (before) {
    const there = ledger.materials.find(({ id }) => id !== '' && id === before.targetId);
    return planOne('material', source, ledger, otherCurrency, there && there.unit !== unit ? ['unit-differs'] : []);
  }
  const same = ledger.materials.find(
    (one) => one.materialType === materialType && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (same) {
    const mapped = { targetId: same.id, created: false, copied: {}, targetVersion: 0, touched: true };
    const notes: CopyNote[] = same.unit === unit ? [] : ['unit-differs'];
    return { kind: 'material', source, deed: 'skip', mapped, fields: [], notes };
  }
  const free = freeName(name, new Set(ledger.materials.map((one) => one.name.toLowerCase())));
  ledger.materials.push({ id: '', name: free, materialType, unit, code: '' });
  const planned = planOne('material', source, ledger, otherCurrency, free === name ? [] : ['renamed']);
  return { ...planned, name: free };
}

function hasCosts(values: Values): boolean {
  const categories = (values['categories'] ?? []) as readonly { readonly costMinor: number | null }[];
  return Number(values['costMinor'] ?? 0) > 0 || categories.some(({ costMinor }) => (costMinor ?? 0) > 0);
}

/** Whether spots of the target show tax in a way that no spot of the source does. */
export const taxDiffers = (source: readonly string[], target: readonly string[]): boolean =>
  source.length > 0 && target.some((mode) => !source.includes(mode));
