import type { FieldFault, FieldFaults, FormValues } from './form-state.ts';

// A field is named by its whole path in the values, with dots: `phases.2.unitPriceMinor` is a field of the third phase.

const INDEX = /^\d+$/;

export function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

/** Without the places of rows: every row has the same texts. */
export function withoutPlaces(path: string): string {
  return path
    .split('.')
    .filter((part) => !INDEX.test(part))
    .join('.');
}

export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (isContainer(value) ? (value as FormValues)[part] : undefined), values);
}

export function hasValueAt(values: FormValues, path: string): boolean {
  const at = path.lastIndexOf('.');
  const container = at < 0 ? values : valueAt(values, path.slice(0, at));
  return isContainer(container) && Object.hasOwn(container, path.slice(at + 1));
}

/** The same values with another one at the path; what stands beside it stays the same object. */
export function withValueAt(values: FormValues, path: string, value: unknown): FormValues {
  return changed(values, path.split('.'), () => value) as FormValues;
}

export function withoutValueAt(values: FormValues, path: string): FormValues {
  if (!hasValueAt(values, path)) return values;
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  const without = (container: unknown) => {
    const { [last]: _, ...others } = container as FormValues;
    return others;
  };
  return changed(values, parts, without) as FormValues;
}

function changed(container: unknown, [part, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (part === undefined) return change(container);
  const inside = isContainer(container) ? (container as FormValues)[part] : undefined;
  const value = changed(inside, rest, change);
  if (Array.isArray(container)) return Object.assign([...container], { [part]: value });
  return isContainer(container) || !INDEX.test(part)
    ? { ...(container as FormValues), [part]: value }
    : Object.assign([], { [part]: value });
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A row of a list that is arranged anew: where it stood, or what is added. */
export type RowSource = number | { readonly added: unknown };

export function arrangedRows(rows: unknown, sources: readonly RowSource[]): unknown[] {
  const list = Array.isArray(rows) ? rows : [];
  return sources.map((source) => (typeof source === 'number' ? list[source] : source.added));
}

/** Where a path inside of a list is afterwards: it goes with its row, and is undefined when the row was removed. */
export function arrangedPath(path: string, list: string, sources: readonly RowSource[]): string | undefined {
  if (path === list || !isWithin(path, list)) return path;
  const [place = '', ...rest] = path.slice(list.length + 1).split('.');
  const next = sources.indexOf(Number(place));
  return next < 0 ? undefined : [list, next, ...rest].join('.');
}

/** The field that shows a fault at a path: the innermost one that is or contains it; without one, the path itself. */
export function fieldAt(path: string, fields: ReadonlyMap<string, unknown>): string {
  for (let name = path; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (fields.has(name)) return name;
  return path;
}

/** The first fault of each field. */
export function faultsByField(faults: FieldFaults, fields: ReadonlyMap<string, unknown>): FieldFaults {
  const placed: Record<string, FieldFault> = {};
  for (const [path, fault] of Object.entries(faults)) placed[fieldAt(path, fields)] ??= fault;
  return placed;
}
