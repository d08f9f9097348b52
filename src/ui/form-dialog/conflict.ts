import { hasValueAt, isWithin, valueAt, withValueAt } from './field-path.ts';
import { type FormValues, isSameValue } from './form-state.ts';

/** A field that somebody else saved differently while it was open here. */
export interface ConflictField {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Changed here too, so that only the user can choose. Otherwise theirs is taken over unless he says otherwise. */
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
  return wholeFields(names)
    .map((name) => ({
      name,
      mine: valueAt(mine, name),
      theirs: valueAt(theirs, name),
      isContested: !isSameValue(valueAt(mine, name), valueAt(base, name)),
    }))
    .filter(
      (field) =>
        hasValueAt(theirs, field.name) &&
        !isSameValue(field.theirs, valueAt(base, field.name)) &&
        !isSameValue(field.theirs, field.mine),
    );
}

/** A list is one value: its rows have no names by which both sides could be matched. */
function wholeFields(names: readonly string[]): readonly string[] {
  return names.filter((name) => !names.some((other) => other !== name && isWithin(name, other)));
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
  const fields = wholeFields(names);
  const unseen = Object.keys(theirs).filter((name) => name in mine && !fields.includes(name));
  const merged = { ...mine, ...Object.fromEntries(unseen.map((name) => [name, theirs[name]])) };
  return (
    fields
      // a field that began empty is not among the values, and is one of the form all the same
      .filter((name) => (hasValueAt(mine, name) || !name.includes('.')) && hasValueAt(theirs, name))
      .reduce<FormValues>((values, name) => {
        const isMine = !isSameValue(valueAt(mine, name), valueAt(base, name));
        return withValueAt(values, name, valueAt(isMine ? mine : theirs, name));
      }, merged)
  );
}

/** What is stored by now, of the fields that the form knows. */
export function rebased(base: FormValues, theirs: FormValues, names: readonly string[]): FormValues {
  const isKnown = (name: string): boolean => name in base || names.includes(name);
  return { ...base, ...Object.fromEntries(Object.entries(theirs).filter(([name]) => isKnown(name))) };
}
