import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useDraft } from '#platform/drafts/web/use-draft.ts';
import { useUnsavedMark } from '#platform/routing/web/unsaved.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { useAskedClose } from '../dialog/use-asked-close.ts';
import { FormConflictPanel } from './form-conflict.tsx';
import { FormContext } from './form-context.ts';
import { DraftOffer, FormProblems, useKeptValues } from './form-parts.tsx';
import type { FormValues } from './form-state.ts';
import { useFormState } from './use-form-state.ts';
import type { SubmitAttempt } from './use-form-values.ts';
import './form-dialog.css';

export interface FormDialogProps<Schema extends z.ZodType> {
  /** The slice: names the fields' labels, `field.<name>`. */
  namespace: string;
  title: ReactNode;
  /** The request schema of the call, so that form and server check the same. */
  schema: Schema;
  initialValues: Partial<z.input<Schema>>;
  /** Sends the values; a rejection keeps everything typed and is explained in the dialog. */
  onSubmit: (values: z.output<Schema>, attempt: SubmitAttempt) => Promise<unknown>;
  /** Closed without saving, or after it. */
  onClose: () => void;
  /** After a successful save, before `onClose`. */
  onSaved?: (answer: unknown) => void;
  /** The button's verb: "Refund SEK 39.00"; a function where the verb depends on the values. */
  verb?: ReactNode | ((values: FormValues) => ReactNode);
  danger?: boolean;
  width?: number;
  /**
   * Names form and record, such as `orders.refund:2027…`: what was typed then survives an ended session for 24 h. Never for
   * a form with passwords, keys or payment credentials.
   */
  draft?: string;
  /** Above the fields. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A short form: validated by the call's schema, protected from double submit, never loses what was typed. */
export function FormDialog<Schema extends z.ZodType>(props: FormDialogProps<Schema>) {
  const {
    namespace,
    title,
    schema,
    initialValues,
    onSubmit,
    onClose,
    onSaved,
    verb,
    danger,
    width = 480,
    draft: draftCode,
    intro,
    children,
  } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const draft = useDraft(draftCode, typeof title === 'string' ? title : '');
  const form = useFormState({
    namespace,
    schema,
    initialValues: initialValues as Record<string, unknown>,
    onSubmit,
    onSaved: (answer) => {
      draft.drop();
      onSaved?.(answer);
      onClose();
    },
  });
  const { isBusy } = form.handle;

  useUnsavedMark(form.isDirty, fields, draft.drop);
  useKeptValues(draft, form);

  const close = () => {
    if (form.isDirty) draft.drop();
    onClose();
  };
  const asked = useAskedClose(
    close,
    form.isDirty
      ? {
          title: t('form.discardTitle'),
          body: t('form.discardBody'),
          verb: t('form.discard'),
          cancel: t('form.keepEditing'),
          danger: true,
        }
      : undefined,
  );
  const leave = () => isBusy || asked();

  return (
    <Dialog
      title={title}
      width={width}
      onClose={leave}
      onKeyDown={(event) => {
        // A dialog above this one, such as a picker, keeps its keys.
        const isOurs = event.target instanceof Element && event.target.closest('dialog') === event.currentTarget;
        if (isOurs && event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void form.submit();
        }
      }}
      footer={
        <>
          <Button onClick={leave}>{t('cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" form={formId} busy={isBusy}>
            {(typeof verb === 'function' ? verb(form.handle.values) : verb) ?? t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={fields}
        className="form"
        noValidate
        aria-busy={isBusy || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
        onKeyDown={(event) => {
          // Enter that ends a composition chooses a word, it does not send the form.
          if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault();
        }}
      >
        <DraftOffer draft={draft} form={form} />
        {intro}
        {form.conflict && <FormConflictPanel key={form.conflict.at} conflict={form.conflict} handle={form.handle} />}
        <FormProblems form={form} />
        <FormContext value={form.handle}>{children}</FormContext>
      </form>
    </Dialog>
  );
}
