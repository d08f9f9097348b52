import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useDraft } from '#platform/drafts/web/use-draft.ts';
import { useUnsavedMark } from '#platform/routing/web/unsaved.ts';
import { confirm } from '../confirm/confirm.tsx';
import { FormConflictPanel } from '../form-dialog/form-conflict.tsx';
import { FormContext } from '../form-dialog/form-context.ts';
import { DraftOffer, FormProblems, useKeptValues } from '../form-dialog/form-parts.tsx';
import { isSameForm } from '../form-dialog/form-state.ts';
import { useFormState } from '../form-dialog/use-form-state.ts';
import type { SubmitAttempt } from '../form-dialog/use-form-values.ts';
import { KEYS } from '../keyboard/keys.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { toast } from '../toast/toasts.tsx';
import { SaveBar } from './save-bar.tsx';
import '../form-dialog/form-dialog.css';
import './record-form.css';

type Values<Schema extends z.ZodType> = Partial<z.input<Schema>>;

export interface RecordFormProps<Schema extends z.ZodType> {
  /** The slice: names the fields' labels, `field.<name>`. */
  namespace: string;
  /** Names the form for assistive technology, and its draft. */
  label: string;
  /** The request schema of the call, so that form and server check the same. */
  schema: Schema;
  /** As stored, the version included; changes of the record are taken over while nothing is typed. */
  stored: Values<Schema>;
  /** What is filled in at first, as if the reader had typed it: the values of a copy. */
  filledIn?: Values<Schema>;
  /** Sends the values; a rejection keeps everything typed, a `conflict` is shown field by field. */
  onSubmit: (values: z.output<Schema>, attempt: SubmitAttempt) => Promise<unknown>;
  /** The form's values out of the answer of a save. */
  savedValues: (answer: never) => Values<Schema>;
  /** As for `FormDialog`. */
  draft?: string;
  /** The fields cannot be changed: the right is missing. */
  readOnly?: boolean;
  onSaveNext?: (() => void) | undefined;
  children: ReactNode;
}

/** A form that is a part of a page: a save bar while it holds unsaved input, Ctrl+S, guard, draft and conflicts. */
export function RecordForm<Schema extends z.ZodType>(props: RecordFormProps<Schema>) {
  const { namespace, label, schema, stored, onSubmit, savedValues, draft: draftCode, onSaveNext, children } = props;
  const { t } = useTranslation('ui');
  const element = useRef<HTMLFormElement>(null);
  const draft = useDraft(draftCode, label);
  const form = useFormState({
    namespace,
    schema,
    initialValues: stored as Record<string, unknown>,
    filledIn: props.filledIn as Record<string, unknown> | undefined,
    onSubmit,
    onSaved: (answer) => {
      draft.drop();
      form.begin(savedValues(answer as never));
      toast.success(t('saveBar.saved'));
    },
  });
  const { isDirty, base, begin } = form;
  const { isBusy } = form.handle;
  useUnsavedMark(isDirty, element, draft.drop);
  useKeptValues(draft, form);

  // Somebody else's change of a record that is only looked at here is shown; what is typed is never touched.
  // An answer that is older than the last save says nothing new.
  const seen = useRef<Record<string, unknown>>(stored);
  const follow = useEffectEvent(() => {
    if (isSameForm(stored as Record<string, unknown>, seen.current)) return;
    seen.current = stored;
    if (!isDirty && !isBusy && !isSameForm(stored as Record<string, unknown>, base)) begin(stored);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked whenever the stored record is another one
  useEffect(() => follow(), [stored]);

  // Goes on when the form has reported that nothing is unsaved any more: a tab with unsaved input would stay.
  const next = useRef<() => void>(undefined);
  useEffect(() => {
    if (isDirty) return;
    next.current?.();
    next.current = undefined;
  }, [isDirty]);
  const save = async (goOn?: () => void): Promise<void> => {
    if (!isDirty || isBusy) return;
    next.current = goOn;
    if (!(await form.submit())) next.current = undefined;
  };
  const discard = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('form.discardTitle'),
      body: t('form.discardBody'),
      verb: t('form.discard'),
      cancel: t('form.keepEditing'),
      danger: true,
    });
    if (!agreed) return;
    draft.drop();
    begin(base);
  };
  // Without changes too: the browser's own "save page" is of no use here.
  useShortcuts({ [KEYS.save]: () => void save() }, !props.readOnly);

  return (
    <form
      ref={element}
      className="form record-form"
      noValidate
      aria-label={label}
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        // Enter that ends a composition chooses a word, it does not send the form.
        if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault();
      }}
    >
      {!props.readOnly && <DraftOffer draft={draft} form={form} />}
      {form.conflict && <FormConflictPanel key={form.conflict.at} conflict={form.conflict} handle={form.handle} />}
      <FormProblems form={form} always />
      <FormContext value={form.handle}>{children}</FormContext>
      {/* Enter in a field needs a button of the form itself. */}
      <button type="submit" hidden />
      {isDirty && (
        <SaveBar
          busy={isBusy}
          onDiscard={() => void discard()}
          onSave={() => void save()}
          onSaveNext={onSaveNext && (() => void save(onSaveNext))}
        />
      )}
    </form>
  );
}
