import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
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
      {form ? form({ kind, row }) : <RecordFields kind={kind} id={row?.id} />}
    </FormDialog>
  );
}

/** What the form begins with: the record and its version, or what is usual. */
function initialValues(kind: RecordKind, row: Row | undefined): Record<string, unknown> {
  const values = formFields(kind).map(([field, { empty, none }]) => {
    const value = row ? row[field] : empty;
    return [field, value === null || value === none ? undefined : value];
  });
  return { ...(row ? { id: row.id, version: row.version } : {}), ...Object.fromEntries(values) };
}

const formFields = (kind: RecordKind) => Object.entries(kind.fields).filter(([, { generated }]) => !generated);

/** A save leaves alone what is left out: what the reader emptied has to be said. */
function emptied(kind: RecordKind): Record<string, unknown> {
  return Object.fromEntries(
    formFields(kind).flatMap(([field, { required, empty }]) => (required ? [] : [[field, empty] as const])),
  );
}

/** What is needed to add a record is needed while it is edited too, so that the form says so. */
function formSchema(kind: RecordKind, row: Row | undefined) {
  const all = kind.endpoints.add.request as unknown as z.ZodObject;
  const schema = row ? all.extend({ id: z.string(), version: z.int() }) : all;
  return schema as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
}
