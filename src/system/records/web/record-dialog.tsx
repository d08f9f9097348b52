import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { emptied, formSchema, initialValues } from './form-values.ts';
import { RecordFields } from './record-fields.tsx';
import type { Row } from './record-value.tsx';
import type { RecordWords } from './use-record-calls.ts';

export interface RecordFormProps {
  /** The record that is edited; undefined where one is added. */
  readonly row: Row | undefined;
  readonly kind: RecordKind;
}

interface RecordDialogProps extends RecordFormProps {
  words: RecordWords;
  /** In place of all fields in their order. */
  form: ((props: RecordFormProps) => ReactNode) | undefined;
  width?: number | undefined;
  /** What a new record begins with. */
  given?: Readonly<Record<string, unknown>>;
  onSaved: (row: Row) => void;
  onClose: () => void;
}

/** Adds or edits a record; a value that another window saved meanwhile is shown beside one's own. */
export function RecordDialog(props: RecordDialogProps) {
  const { kind, row, words, form, width, given, onSaved, onClose } = props;
  const { t } = useTranslation('records');
  const endpoint = row ? kind.endpoints.edit : kind.endpoints.add;
  const name = row ? words.nameOf(row) : '';
  return (
    <FormDialog
      namespace={kind.namespace}
      title={row ? t('edit.title', { record: words.one, name }) : t('add.title', { record: words.one })}
      schema={formSchema(kind, row)}
      initialValues={{ ...initialValues(kind, row), ...given }}
      draft={`${kind.namespace}.${row?.id ?? 'add'}`}
      verb={row ? t('edit.verb') : t('add.verb', { record: words.one })}
      {...(width === undefined ? {} : { width })}
      onSubmit={(request, { idempotencyKey }) =>
        call(endpoint, (row ? { ...emptied(kind), ...request } : request) as never, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        toast.success(t(row ? 'edit.done' : 'add.done', { name: words.nameOf(answer as Row) }));
        onSaved(answer as Row);
      }}
      onClose={onClose}
    >
      {form ? <OwnFields form={form} kind={kind} row={row} /> : <RecordFields kind={kind} id={row?.id} />}
    </FormDialog>
  );
}

/** A component, so that the form of a kind may ask for the values around it. */
function OwnFields({ form, ...props }: RecordFormProps & { form: (props: RecordFormProps) => ReactNode }) {
  return form(props);
}
