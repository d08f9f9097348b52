import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { arrangedRows, valueAt, withValueAt } from '#ui/form-dialog/field-path.ts';
import { type FieldCheck, FormContext, type FormHandle } from '#ui/form-dialog/form-context.ts';
import { type FieldFaults, type FormValues, faultsOf, isRequired, sentValues } from '#ui/form-dialog/form-state.ts';

interface AddressFormProps {
  namespace: string;
  schema: z.ZodType;
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** What is asked for from these values, where that is not all of them. */
  sent?: (values: FormValues) => FormValues;
  /** Fields that may be left empty although what they stand in may not. */
  optional?: ReadonlySet<string>;
  children: ReactNode;
}

const nothing = () => undefined;

/** Fields whose values stand in the address: nothing is sent by a button, so a field says its faults when it was left. */
export function AddressForm(props: AddressFormProps) {
  const { namespace, schema, values, onChange, sent, optional, children } = props;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const checks = useRef(new Map<string, FieldCheck>());
  const latest = useRef(values);
  latest.current = values;
  const change = useCallback(
    (next: FormValues) => {
      latest.current = next;
      onChange(next);
    },
    [onChange],
  );
  const handle = useMemo<FormHandle>(() => {
    const parsed = schema.safeParse(sent ? sent(values) : sentValues(values, {}, schema));
    const all: FieldFaults = parsed.error ? faultsOf(parsed.error, values) : {};
    return {
      ...{ namespace, values, isBusy: false },
      faults: Object.fromEntries(Object.entries(all).filter(([path]) => touched.has(path))),
      set: (name, value) => change(withValueAt(latest.current, name, value)),
      arrange: (list, rows) =>
        change(withValueAt(latest.current, list, arrangedRows(valueAt(latest.current, list), rows))),
      touch: (name) => setTouched((now) => (now.has(name) ? now : new Set([...now, name]))),
      requires: (name) => !optional?.has(name) && isRequired(schema, name),
      addCheck: (name, check) => {
        checks.current.set(name, check);
        return () => void checks.current.delete(name);
      },
      withhold: () => nothing,
      describe: () => nothing,
    };
  }, [namespace, schema, values, touched, change, sent, optional]);
  return (
    <FormContext value={handle}>
      <div className="form">{children}</div>
    </FormContext>
  );
}
