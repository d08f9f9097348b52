import { createContext, type ReactNode, use, useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RowSource, valueAt, withoutPlaces } from './field-path.ts';
import { choiceFault, type FieldFault, type FieldFaults, type FormValues } from './form-state.ts';

/** Fields are named by their path in the values: `name`, or `phases.2.unitPriceMinor`. */
export interface FormHandle {
  readonly namespace: string;
  readonly values: FormValues;
  /** Each at the field that shows it. */
  readonly faults: FieldFaults;
  readonly isBusy: boolean;
  set(name: string, value: unknown): void;
  /** The rows of a list anew; what is known of their fields, such as a fault of the server, goes with them. */
  arrange(list: string, rows: readonly RowSource[]): void;
  /** On leaving a field: if it was written in, its faults are shown from now on, live. */
  touch(name: string): void;
  requires(name: string): boolean;
  /** A rule of the field itself, such as a maximum that depends on the record. Returns what removes it. */
  addCheck(name: string, check: FieldCheck): () => void;
  /** Its value is left out of every draft, such as a password. Returns what ends this. */
  withhold(name: string): () => void;
  /** Where the error summary's links go, and how values are shown beside each other. */
  describe(name: string, field: FieldDescription): () => void;
}

export interface FieldDescription {
  readonly id: string;
  readonly label: string;
  /** Any value of the field as its reader knows it. */
  readonly show: ShowValue;
  /** A fault of the schema in the words of the field, such as "Choose one" where nothing is typed. */
  readonly word: WordFault;
}

type WordFault = (fault: FieldFault) => FieldFault;
const asItIs: WordFault = (fault) => fault;

type ShowValue = (value: unknown) => ReactNode;

/** A group of radios, the parts of a date, or a row is no place for the focus; its first control is. */
export function focusField(id: string): void {
  const found = document.getElementById(id);
  const group = found?.matches('fieldset, [role=group]') ? found : undefined;
  const first = group?.querySelector<HTMLElement>(
    'input:checked, :is(input, textarea, select, button):enabled, [contenteditable=true]',
  );
  (first ?? found)?.focus();
}

export type FieldCheck = (value: unknown, values: FormValues) => FieldFault | undefined;

export const FormContext = createContext<FormHandle | undefined>(undefined);

export function useForm(): FormHandle {
  const form = use(FormContext);
  if (!form) throw new Error('A field stands inside a form');
  return form;
}

/** The words of a fault: the slice's own `issue.<key>` first, else the kit's. */
export function useFaultText(namespace: string): (fault: FieldFault) => string {
  const { t, i18n } = useTranslation([namespace, 'ui']);
  return (fault) => {
    if ('text' in fault) return fault.text;
    if (i18n.exists(`issue.${fault.key}`, { ns: namespace }))
      return t(`issue.${fault.key}`, { ns: namespace, ...fault.facts });
    const key = i18n.exists(`issue.${fault.key}`, { ns: 'ui' }) ? fault.key : 'invalid';
    return t(`issue.${key}`, { ns: 'ui', ...fault.facts });
  };
}

/** The row around a field, in words: where several rows have the same fields, a field's name alone is not enough. */
export const RowContext = createContext<string | undefined>(undefined);

export interface FieldProps {
  /** The path in the schema. */
  name: string;
  /** Without one the slice's text `field.<name>`, in rows `field.<list>.<name>`. */
  label?: string;
  /** One sentence under the field. */
  hint?: string;
  disabled?: boolean;
  /** Wanted here although the schema leaves it open, because of another value. */
  required?: boolean;
}

function useShownValue(show: ShowValue | undefined): ShowValue {
  const { t } = useTranslation('ui');
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  return useCallback(
    (value) => {
      if (value === undefined || value === null || value === '') return '–';
      if (typeof value === 'boolean') return t(value ? 'where.yes' : 'where.no');
      return latest.current?.(value) ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
    },
    [t],
  );
}

/** As the error summary says it: "Phase 2: Unit price". */
export function useNameInRow(text: string): string {
  const { t } = useTranslation('ui');
  const row = use(RowContext);
  return row === undefined ? text : t('rows.field', { row, field: text });
}

interface FieldKind {
  /** Its value is chosen, not typed: left empty it says "Choose one". */
  isChoice?: boolean;
  /** Another way to say its faults; the same function each time. */
  word?: WordFault;
}

/** What every field needs: its value, label, fault, and the attributes that tie them together. */
export function useField(
  { name, label, hint, disabled, required, isChoice, word = isChoice ? choiceFault : asItIs }: FieldProps & FieldKind,
  check?: FieldCheck,
  /**
   * What stands for a value that its text does not say, such as the name behind an id; undefined where the text will do. What
   * must be fetched first is a component of its own, for nothing asks again when it has come.
   */
  show?: ShowValue,
) {
  const form = useForm();
  const { t } = useTranslation(form.namespace);
  const faultText = useFaultText(form.namespace);
  const id = useId();
  const text = label ?? t(`field.${withoutPlaces(name)}`);
  const fullText = useNameInRow(text);
  const fault = form.faults[name];
  const isRequired = required ?? form.requires(name);
  const { describe, addCheck } = form;
  const shown = useShownValue(show);
  useEffect(
    () => describe(name, { id, label: fullText, show: shown, word }),
    [describe, name, id, fullText, shown, word],
  );
  useEffect(() => (check ? addCheck(name, check) : undefined), [addCheck, name, check]);
  return {
    value: valueAt(form.values, name),
    set: (value: unknown) => form.set(name, value),
    label: text,
    isRequired,
    fault: fault && faultText(fault),
    hint,
    id,
    attributes: {
      id,
      name,
      disabled,
      'aria-invalid': fault ? true : undefined,
      'aria-required': isRequired || undefined,
      'aria-describedby': [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined,
      onBlur: () => form.touch(name),
    } as const,
  };
}

export type FieldState = ReturnType<typeof useField>;
