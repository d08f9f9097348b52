import { useCallback, useRef, useState } from 'react';
import { type ConflictField, conflictFields, mergedValues, rebased } from './conflict.ts';
import { isWithin } from './field-path.ts';
import type { FieldDescription } from './form-context.ts';
import type { FormValues } from './form-state.ts';

/** A save that came before: whose it was, and the fields that it left differently. */
export interface FormConflict {
  /** Unknown for a draft that is older than the record. */
  readonly by: string | null;
  readonly at: string | null;
  readonly fields: readonly (ConflictField & FieldDescription)[];
  /** Fields that both changed and about which the user has not decided yet. */
  readonly open: ReadonlySet<string>;
  /** He pressed "Save" before he decided. */
  readonly isUrged: boolean;
}

interface Met {
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
  by?: string | null;
  at?: string | null;
}

/** Holds what somebody else saved meanwhile, until the user has decided and a save has passed. */
export function useFormConflict(fields: ReadonlyMap<string, FieldDescription>) {
  const [shown, setShown] = useState<FormConflict>();
  const latest = useRef<FormConflict>(undefined);
  const show = useCallback((conflict: FormConflict | undefined) => {
    latest.current = conflict;
    setShown(conflict);
  }, []);

  /** Values to go on with, and what counts as stored from now on. */
  const meet = ({ base, mine, theirs, by = null, at = null }: Met): { values: FormValues; base: FormValues } => {
    const names = [...fields.keys()];
    const differing = conflictFields(base, mine, theirs, names);
    const told = differing.map((field) => ({ ...field, ...(fields.get(field.name) as FieldDescription) }));
    const open = new Set(differing.filter((field) => field.isContested).map(({ name }) => name));
    if (by !== null || told.length > 0) show({ by, at, fields: told, open, isUrged: false });
    return { values: mergedValues(base, mine, theirs, names), base: rebased(base, theirs, names) };
  };

  /** A choice, or something typed into the field itself. */
  const answer = useCallback(
    (name: string) => {
      const now = latest.current;
      const open = [...(now?.open ?? [])].filter((one) => !isWithin(name, one));
      if (now && open.length < now.open.size) show({ ...now, open: new Set(open), isUrged: false });
    },
    [show],
  );

  /** Nothing is sent before the user has decided about each field that both changed. */
  const asksFirst = (): boolean => {
    const now = latest.current;
    if (!now || now.open.size === 0) return false;
    show({ ...now, isUrged: true });
    return true;
  };

  const end = useCallback(() => show(undefined), [show]);
  return { shown, meet, answer, asksFirst, end };
}
