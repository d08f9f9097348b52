import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type DraftHandle, useDraft } from '#platform/drafts/web/use-draft.ts';
import { useTab } from '#platform/routing/web/tab.ts';
import { Button } from '../button/button.tsx';
import { confirm } from '../confirm/confirm.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Icon } from '../icon/icon.tsx';
import { Time } from '../time/time.tsx';
import { FormContext, useFaultText } from './form-context.ts';
import { type FormState, type SubmitAttempt, useFormState } from './use-form-state.ts';
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
  /** The button's verb: "Refund SEK 39.00". */
  verb?: ReactNode;
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

  useEffect(() => {
    // Runs after the dialog has opened, whose first control is its close button.
    fields.current
      ?.querySelector<HTMLElement>(
        'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)',
      )
      ?.focus();
  }, []);

  useUnsavedMark(form.isDirty);
  useKeptValues(draft, form);

  const leave = async () => {
    if (isBusy) return;
    const mayLeave =
      !form.isDirty ||
      (await confirm({
        title: t('form.discardTitle'),
        body: t('form.discardBody'),
        verb: t('form.discard'),
        cancel: t('form.keepEditing'),
        danger: true,
      }));
    if (!mayLeave) return;
    if (form.isDirty) draft.drop();
    onClose();
  };

  return (
    <Dialog
      title={title}
      width={width}
      onClose={() => void leave()}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void form.submit();
        }
      }}
      footer={
        <>
          <Button onClick={() => void leave()}>{t('cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" form={formId} busy={isBusy}>
            {verb ?? t('save')}
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
        <FormProblems form={form} />
        <FormContext value={form.handle}>{children}</FormContext>
      </form>
    </Dialog>
  );
}

/** The tab shows a dot and asks before it closes, and so does the window. */
function useUnsavedMark(isDirty: boolean): void {
  const tab = useTab();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    tab?.setDirty(true);
    addEventListener('beforeunload', ask);
    return () => {
      tab?.setDirty(false);
      removeEventListener('beforeunload', ask);
    };
  }, [tab, isDirty]);
}

/** While something is typed it is kept; typed back, it is kept no longer. */
function useKeptValues(draft: DraftHandle, { isDirty, handle, draftValues }: FormState): void {
  const wasDirty = useRef(false);
  const follow = useEffectEvent(() => {
    if (isDirty) draft.keep(draftValues());
    else if (wasDirty.current) draft.drop();
    wasDirty.current = isDirty;
  });
  const { values } = handle;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a value is a moment to keep it
  useEffect(() => follow(), [isDirty, values]);
}

/** What an earlier opening of this form left unsaved: taken over or thrown away, never silently either. */
function DraftOffer({ draft, form }: { draft: DraftHandle; form: FormState }) {
  const { t } = useTranslation('ui');
  const [isAnswered, setAnswered] = useState(false);
  const { found } = draft;
  if (!found || isAnswered) return null;
  return (
    <div className="form-draft" role="status">
      <p>
        {t('draft.found')} <Time at={new Date(found.savedAt).toISOString()} />
      </p>
      <Button
        onClick={() => {
          form.restore(found.values);
          setAnswered(true);
        }}
      >
        {t('draft.use')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          if (!form.isDirty) draft.drop();
          setAnswered(true);
        }}
      >
        {t('draft.discard')}
      </Button>
    </div>
  );
}

/** What failed as a whole, and links to the fields that want attention. */
export function FormProblems({ form }: { form: FormState }) {
  const { t } = useTranslation('ui');
  const faultText = useFaultText(form.handle.namespace);
  const { failure, wrong } = form;
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure && wrong.length < 2) return null;
  return (
    <div ref={summary} className="form-problems" role={failure ? 'alert' : undefined}>
      <Icon name="warning" size={18} />
      <div>
        <p>{failure ? (failure.message ?? t('form.failed')) : t('form.wrong', { count: wrong.length })}</p>
        {wrong.length > 0 && (
          <ul>
            {wrong.map(({ name, id, label }) => {
              const fault = form.handle.faults[name];
              return (
                <li key={name}>
                  <a
                    href={`#${id}`}
                    onClick={(event) => {
                      event.preventDefault();
                      document.getElementById(id)?.focus();
                    }}
                  >
                    {label}
                  </a>
                  {fault && ` – ${faultText(fault)}`}
                </li>
              );
            })}
          </ul>
        )}
        {failure?.requestId && <small>{t('requestId', { id: failure.requestId })}</small>}
      </div>
    </div>
  );
}
