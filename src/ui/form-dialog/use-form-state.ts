import { useCallback, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { CallError } from '#platform/http/web/call-error.ts';
import { faultsByField, fieldAt, valueAt, withoutValueAt } from './field-path.ts';
import { type FieldCheck, type FormHandle, focusField } from './form-context.ts';
import { type FieldFaults, type FormValues, faultsOf, isRequired, isSameForm, sentValues } from './form-state.ts';
import type { FormConflict } from './use-form-conflict.ts';
import { fieldsWith, useFormFields } from './use-form-fields.ts';
import { useFormMarks } from './use-form-marks.ts';
import { type SubmitAttempt, useFormValues } from './use-form-values.ts';

/** What went wrong with a submit as a whole. */
export interface FormFailure {
  readonly message: string | undefined;
  readonly requestId: string | undefined;
}

export interface FormStateOptions<Schema extends z.ZodType> {
  namespace: string;
  schema: Schema;
  initialValues: FormValues;
  /** As if the reader had typed it. */
  filledIn?: FormValues | undefined;
  onSubmit: (values: z.output<Schema>, attempt: SubmitAttempt) => Promise<unknown>;
  onSaved: (answer: unknown) => void;
}

export interface FormState {
  readonly handle: FormHandle;
  readonly isDirty: boolean;
  readonly failure: FormFailure | undefined;
  /** Somebody else saved meanwhile: what differs, until a save has passed. */
  readonly conflict: FormConflict | undefined;
  /** A save was tried, so that the summary may be shown. */
  readonly isTried: boolean;
  /** Fields with a shown fault in the order of the form, for the summary. */
  readonly wrong: readonly { name: string; id: string; label: string }[];
  /** Answers whether it is saved. */
  submit(): Promise<boolean>;
  /** What a draft may hold: the values, and those that the form began with. */
  draftValues(): { values: FormValues; base: FormValues };
  /**
   * Takes the values of a draft over. What somebody saved since the draft was begun is shown as a conflict; fields that the
   * form does not have any more are harmless.
   */
  restore(values: FormValues, base?: FormValues): void;
  /** Begins anew with these values: saved ones, or those of before a change that is given up. */
  begin(values: FormValues): void;
  /** What is stored, as far as this form knows. */
  readonly base: FormValues;
}

/** The state of one form: validation on leaving a field that was written in, then live; the same schema as the server. */
export function useFormState<Schema extends z.ZodType>(options: FormStateOptions<Schema>): FormState {
  const { namespace, schema, initialValues, onSubmit, onSaved } = options;
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const [isBusy, setBusy] = useState(false);
  const { fields, known, checks, withheld, addCheck, withhold, describe } = useFormFields();
  const marks = useFormMarks();
  const { touched, refused, refuse, touch, clear } = marks;
  const form = useFormValues({ initialValues, filledIn: options.filledIn }, fields, marks);
  const { base, values, attempt, conflict, set, arrange, restore } = form;
  const running = useRef(false);

  const check = (): { faults: FieldFaults; output: z.output<Schema> | undefined } => {
    const parsed = schema.safeParse(sentValues(values, base, schema));
    // the field knows more of its value than the schema: not only that it is no date, but why
    const own = faultsOfRules(checks.current, values);
    const faults = { ...own, ...(parsed.success ? {} : faultsOf(parsed.error, values)), ...own };
    const isFine = parsed.success && Object.keys(faults).length === 0;
    return { faults, output: isFine ? parsed.data : undefined };
  };
  const byServer = faultsByField(refused, fields);
  const faults: FieldFaults = Object.fromEntries(
    Object.entries({ ...byServer, ...faultsByField(check().faults, fields) })
      .filter(([name]) => isTried || touched.has(name) || byServer[name] !== undefined)
      .map(([name, fault]) => [name, fields.get(name)?.word(fault) ?? fault]),
  );

  const { begin: beginValues } = form;
  const begin = useCallback(
    (next: FormValues) => {
      beginValues(next);
      clear();
      setTried(false);
      setFailure(undefined);
    },
    [beginValues, clear],
  );
  const requires = useRequires(schema);
  const focusFirst = (wrong: FieldFaults) => {
    const [first] = fieldsWith(wrong, known.current);
    if (first) requestAnimationFrame(() => focusField(first.id));
  };
  const isElsewhere = (path: string): boolean => !known.current.has(fieldAt(path, known.current));

  /** What stands against the save: the record as somebody else left it, or faults, each at its field. */
  const takeRefusal = (error: unknown): void => {
    const answer = error instanceof CallError ? error : undefined;
    answer?.markShown();
    if (answer && !answer.leavesOpen) attempt.current = undefined;
    if (answer?.conflict) {
      const { current, changedBy, changedAt } = answer.conflict;
      form.meet(current, changedBy, changedAt);
      return;
    }
    const byPath = Object.fromEntries((answer?.faults ?? []).map((fault) => [fault.path, { text: fault.message }]));
    refuse(byPath);
    setFailure({
      message: answer?.message ?? (error instanceof Error ? error.message : undefined),
      requestId: answer?.requestId,
    });
    focusFirst(byPath);
  };

  const submit = async (): Promise<boolean> => {
    if (running.current) return false;
    if (conflict.asksFirst()) return false;
    setTried(true);
    const { faults: wrong, output } = check();
    if (output === undefined) {
      focusFirst(wrong);
      setFailure(Object.keys(wrong).some(isElsewhere) ? { message: undefined, requestId: undefined } : undefined);
      return false;
    }
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    attempt.current ??= { idempotencyKey: crypto.randomUUID() };
    try {
      const answer = await onSubmit(output, attempt.current);
      attempt.current = undefined;
      conflict.end();
      onSaved(answer);
      return true;
    } catch (error) {
      takeRefusal(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    handle: { namespace, values, faults, isBusy, set, arrange, touch, requires, addCheck, withhold, describe },
    isDirty: !isSameForm(values, base),
    base,
    failure,
    conflict: conflict.shown,
    isTried,
    wrong: fieldsWith(faults, fields),
    draftValues: () => ({ values: without(withheld.current, values), base: without(withheld.current, base) }),
    submit,
    restore,
    begin,
  };
}

/** Called by each field with each drawing of the form. */
function useRequires(schema: z.ZodType): (name: string) => boolean {
  return useMemo(() => {
    const known = new Map<string, boolean>();
    return (name) => {
      const kept = known.get(name) ?? isRequired(schema, name);
      known.set(name, kept);
      return kept;
    };
  }, [schema]);
}

function faultsOfRules(rules: ReadonlyMap<string, FieldCheck>, values: FormValues): FieldFaults {
  return Object.fromEntries(
    [...rules].flatMap(([name, rule]) => {
      const fault = rule(valueAt(values, name), values);
      return fault ? [[name, fault] as const] : [];
    }),
  );
}

function without(names: ReadonlySet<string>, values: FormValues): FormValues {
  return [...names].reduce(withoutValueAt, values);
}
