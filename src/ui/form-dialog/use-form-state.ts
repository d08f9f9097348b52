import { useCallback, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { CallError } from '#platform/http/web/call-error.ts';
import { type FieldCheck, type FieldDescription, type FormHandle, focusField } from './form-context.ts';
import {
  choiceFault,
  type FieldFaults,
  type FormValues,
  faultsOf,
  isRequired,
  isSameForm,
  sentValues,
} from './form-state.ts';
import { type FormConflict, useFormConflict } from './use-form-conflict.ts';

/** Second argument of `onSubmit`. One key per set of values, so that a repeated press or retry changes nothing twice. */
export interface SubmitAttempt {
  readonly idempotencyKey: string;
  /** Never set; lets a mutation's `mutateAsync` be given as it is. */
  readonly onSuccess?: undefined;
}

/** What went wrong with a submit as a whole. */
export interface FormFailure {
  readonly message: string | undefined;
  readonly requestId: string | undefined;
}

export interface FormStateOptions<Schema extends z.ZodType> {
  namespace: string;
  schema: Schema;
  initialValues: FormValues;
  onSubmit: (values: z.output<Schema>, attempt: SubmitAttempt) => Promise<unknown>;
  onSaved: (answer: unknown) => void;
}

export interface FormState {
  readonly handle: FormHandle;
  readonly isDirty: boolean;
  readonly failure: FormFailure | undefined;
  /** Somebody else saved meanwhile: what differs, until a save has passed. */
  readonly conflict: FormConflict | undefined;
  /** A save was tried, so that the summary may speak. */
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
  const [base, setBase] = useState(initialValues);
  const [values, setValues] = useState(base);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [serverFaults, setServerFaults] = useState<FieldFaults>({});
  const [failure, setFailure] = useState<FormFailure>();
  const [isBusy, setBusy] = useState(false);
  const withheld = useRef(new Set<string>());
  /** Written in since the form began: passing an empty field by is no mistake yet. */
  const written = useRef(new Set<string>());
  const checks = useRef(new Map<string, FieldCheck>());
  const [fields, setFields] = useState<ReadonlyMap<string, FieldDescription>>(new Map());
  // Read at a submit, which may come before the state of the last field has.
  const known = useRef(new Map<string, FieldDescription>());
  const attempt = useRef<SubmitAttempt>(undefined);
  const running = useRef(false);

  const check = (): { faults: FieldFaults; output: z.output<Schema> | undefined } => {
    const parsed = schema.safeParse(sentValues(values, base, schema));
    const faults = { ...(parsed.success ? {} : faultsOf(parsed.error, values)) };
    for (const [name, rule] of checks.current) {
      // the field knows more of its value than the schema: not only that it is no date, but why
      const fault = rule(values[name]);
      if (fault) faults[name] = fault;
    }
    const isFine = parsed.success && Object.keys(faults).length === 0;
    return { faults, output: isFine ? parsed.data : undefined };
  };
  const { faults: found } = check();
  const faults: FieldFaults = Object.fromEntries(
    Object.entries({ ...serverFaults, ...found })
      .filter(([name]) => isTried || touched.has(name) || serverFaults[name] !== undefined)
      .map(([name, fault]) => [name, fields.get(name)?.isChoice ? choiceFault(fault) : fault]),
  );

  const conflict = useFormConflict(fields);
  const { answer: answerConflict } = conflict;
  const set = useCallback(
    (name: string, value: unknown) => {
      attempt.current = undefined;
      written.current.add(name);
      setValues((now) => ({ ...now, [name]: value }));
      setServerFaults(({ [name]: _, ...others }) => others);
      answerConflict(name);
    },
    [answerConflict],
  );
  const restore = (draft: FormValues, draftBase: FormValues = base) => {
    attempt.current = undefined;
    const mine = { ...values, ...draft };
    setValues(conflict.meet({ base: { ...base, ...draftBase }, mine, theirs: base }).values);
  };
  const begin = useCallback(
    (next: FormValues) => {
      attempt.current = undefined;
      setBase(next);
      setValues(next);
      written.current.clear();
      setTouched(new Set());
      setTried(false);
      setServerFaults({});
      setFailure(undefined);
      conflict.end();
    },
    [conflict.end],
  );
  const touch = useCallback((name: string) => {
    if (written.current.has(name)) setTouched((now) => (now.has(name) ? now : new Set(now).add(name)));
  }, []);
  const requires = useMemo(() => {
    const known = new Map<string, boolean>();
    return (name: string) => {
      const kept = known.get(name) ?? isRequired(schema, name);
      known.set(name, kept);
      return kept;
    };
  }, [schema]);
  const addCheck = useCallback((name: string, rule: FieldCheck) => {
    checks.current.set(name, rule);
    return () => void checks.current.delete(name);
  }, []);
  const withhold = useCallback((name: string) => {
    withheld.current.add(name);
    return () => void withheld.current.delete(name);
  }, []);
  const describe = useCallback((name: string, field: FieldDescription) => {
    known.current.set(name, field);
    setFields(new Map(known.current));
    return () => {
      known.current.delete(name);
      setFields(new Map(known.current));
    };
  }, []);

  const focusFirst = (wrong: FieldFaults) => {
    const first = [...known.current].find(([name]) => wrong[name] !== undefined);
    if (first) requestAnimationFrame(() => focusField(first[1].id));
  };

  const submit = async (): Promise<boolean> => {
    if (running.current) return false;
    if (conflict.asksFirst()) return false;
    setTried(true);
    const { faults: wrong, output } = check();
    if (output === undefined) {
      focusFirst(wrong);
      setFailure(
        Object.keys(wrong).some((name) => !known.current.has(name))
          ? { message: undefined, requestId: undefined }
          : undefined,
      );
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
      const told = error instanceof CallError ? error : undefined;
      told?.markShown();
      // An answer ends the attempt; without one the same key makes a repetition harmless.
      if (told && told.status !== 0) attempt.current = undefined;
      if (told?.conflict) {
        const { current, changedBy, changedAt } = told.conflict;
        const met = conflict.meet({ base, mine: values, theirs: current, by: changedBy, at: changedAt });
        setBase(met.base);
        setValues(met.values);
        return false;
      }
      const byField = Object.fromEntries(
        (told?.faults ?? []).map((fault) => [fault.path.split('.')[0] ?? '', { text: fault.message }]),
      );
      setServerFaults(byField);
      setFailure({
        message: told?.message ?? (error instanceof Error ? error.message : undefined),
        requestId: told?.requestId,
      });
      focusFirst(byField);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    handle: { namespace, values, faults, isBusy, set, touch, requires, addCheck, withhold, describe },
    isDirty: !isSameForm(values, base),
    base,
    failure,
    conflict: conflict.shown,
    isTried,
    wrong: [...fields].filter(([name]) => faults[name]).map(([name, field]) => ({ name, ...field })),
    draftValues: () => ({ values: without(withheld.current, values), base: without(withheld.current, base) }),
    submit,
    restore,
    begin,
  };
}

function without(names: ReadonlySet<string>, values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
