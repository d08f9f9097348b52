import { type FormValues, isSameValue } from './form-state.ts';

/** A field that somebody else saved differently while it was open here. */
export interface ConflictField {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Changed here too, so that nobody but the user can choose. Otherwise theirs is taken over unless he says otherwise. */
  readonly isContested: boolean;
}

/**
 * What the user must see of a save that came before his: the fields whose stored value is neither the one the form began with
 * nor the one that it holds (ux-guide 5).
 */
export function conflictFields(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
  names: readonly string[],
): ConflictField[] {
  return names
    .filter(
      (name) => name in theirs && !isSameValue(theirs[name], base[name]) && !isSameValue(theirs[name], mine[name]),
    )
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      isContested: !isSameValue(mine[name], base[name]),
    }));
}

/**
 * The values to go on with: theirs where only they changed something and in what no field shows, such as the version; mine
 * everywhere else.
 */
export function mergedValues(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
  names: readonly string[],
): FormValues {
  const merged: Record<string, unknown> = { ...mine };
  for (const [name, value] of Object.entries(theirs)) {
    // a field that began empty is not among the values, and is one of the form all the same
    if (!(name in mine) && !names.includes(name)) continue;
    if (!names.includes(name) || isSameValue(mine[name], base[name])) merged[name] = value;
  }
  return merged;
}

/** What is stored by now, of the fields that the form knows. */
export function rebased(base: FormValues, theirs: FormValues, names: readonly string[]): FormValues {
  const isKnown = (name: string): boolean => name in base || names.includes(name);
  return { ...base, ...Object.fromEntries(Object.entries(theirs).filter(([name]) => isKnown(name))) };
}
