import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '#ui/button/button.tsx';
import { arrangedRows, valueAt, withValueAt } from '#ui/form-dialog/field-path.ts';
import { FormContext, type FormHandle } from '#ui/form-dialog/form-context.ts';
import { FormProblems } from '#ui/form-dialog/form-parts.tsx';
import type { FieldFaults, FormValues } from '#ui/form-dialog/form-state.ts';
import { useFormState } from '#ui/form-dialog/use-form-state.ts';

const forget = () => () => undefined;
const nothing = () => undefined;

interface FreeFormProps {
  namespace: string;
  values?: FormValues;
  faults?: FieldFaults;
  children: ReactNode;
}

/** Fields that begin with given values and have given faults, without a form that would check them. */
export function FreeForm({ namespace, values: first = {}, faults = {}, children }: FreeFormProps) {
  const [values, setValues] = useState(first);
  const form: FormHandle = {
    namespace,
    values,
    faults,
    isBusy: false,
    set: (name, value) => setValues((now) => withValueAt(now, name, value)),
    arrange: (list, rows) => setValues((now) => withValueAt(now, list, arrangedRows(valueAt(now, list), rows))),
    touch: nothing,
    requires: (name) => name === 'name',
    addCheck: forget,
    withhold: forget,
    describe: forget,
  };
  return (
    <FormContext value={form}>
      <div className="form kit-fill">{children}</div>
    </FormContext>
  );
}

interface LiveFormProps {
  namespace: string;
  schema: z.ZodType;
  values: FormValues;
  /** The path of a field that the server refuses at the first try, and in which words. */
  refused?: { readonly path: string; readonly message: string };
  children: ReactNode;
}

/** A form that works and saves nothing: what would be sent stands below. */
export function LiveForm({ namespace, schema, values, refused, children }: LiveFormProps) {
  const { t } = useTranslation('kit');
  const [sent, setSent] = useState<unknown>();
  const form = useFormState({
    namespace,
    schema,
    initialValues: values,
    onSubmit: async (output) => {
      if (refused && sent === undefined) {
        setSent(null);
        const message = refused.message;
        throw new CallError({ kind: 'status', status: 400, code: '400', message, faults: [refused] });
      }
      setSent(output);
    },
    onSaved: nothing,
  });
  return (
    <form
      className="form kit-fill"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormProblems form={form} always />
      <FormContext value={form.handle}>{children}</FormContext>
      <div className="button-group">
        <Button type="submit" kind="primary">
          {t('word.save')}
        </Button>
      </div>
      {sent != null && <pre className="kit-sent">{JSON.stringify(sent, null, 2)}</pre>}
    </form>
  );
}
