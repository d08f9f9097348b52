import { useCallback, useRef, useState } from 'react';
import { arrangedRows, type RowSource, valueAt, withValueAt } from './field-path.ts';
import type { FormValues } from './form-state.ts';
import { useFormConflict } from './use-form-conflict.ts';
import type { FieldsByName } from './use-form-fields.ts';
import type { FormMarks } from './use-form-marks.ts';

/** Second argument of `onSubmit`. One key per set of values, so that a repeated press or retry changes nothing twice. */
export interface SubmitAttempt {
  readonly idempotencyKey: string;
  /** Never set; lets a mutation's `mutateAsync` be given as it is. */
  readonly onSuccess?: undefined;
}

/** The values of a form beside those that are stored, as far as it knows, and what changes them. */
export function useFormValues(
  { initialValues, filledIn }: { readonly initialValues: FormValues; readonly filledIn?: FormValues | undefined },
  fields: FieldsByName,
  { write, follow }: FormMarks,
) {
  const [base, setBase] = useState(initialValues);
  const [values, setValues] = useState<FormValues>(() => ({ ...base, ...filledIn }));
  /** Of these values; others need a key of their own. */
  const attempt = useRef<SubmitAttempt>(undefined);
  const conflict = useFormConflict(fields);
  const { answer: answerConflict, end: endConflict } = conflict;
  const set = useCallback(
    (name: string, value: unknown) => {
      attempt.current = undefined;
      write(name);
      setValues((now) => withValueAt(now, name, value));
      answerConflict(name);
    },
    [write, answerConflict],
  );
  const arrange = useCallback(
    (list: string, rows: readonly RowSource[]) => {
      attempt.current = undefined;
      follow(list, rows);
      setValues((now) => withValueAt(now, list, arrangedRows(valueAt(now, list), rows)));
      answerConflict(list);
    },
    [follow, answerConflict],
  );
  const restore = (draft: FormValues, draftBase: FormValues = base) => {
    attempt.current = undefined;
    const mine = { ...values, ...draft };
    setValues(conflict.meet({ base: { ...base, ...draftBase }, mine, theirs: base }).values);
  };
  /** Somebody else saved these meanwhile. */
  const meet = (theirs: FormValues, by: string | null, at: string | null) => {
    const met = conflict.meet({ base, mine: values, theirs, by, at });
    setBase(met.base);
    setValues(met.values);
  };
  const begin = useCallback(
    (next: FormValues) => {
      attempt.current = undefined;
      setBase(next);
      setValues(next);
      endConflict();
    },
    [endConflict],
  );
  return { base, values, attempt, conflict, set, arrange, restore, meet, begin };
}
