import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { Text } from '#platform/http/contract/fields.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type SavedView, VIEW_NAME_MAX } from '../contract/saved-view.ts';
import type { ListViews } from './use-list-views.ts';

/** The version detects a rename that was saved before this one. */
const Form = z.object({
  name: Text(VIEW_NAME_MAX, 1),
  shared: z.boolean().optional(),
  version: z.int().optional(),
});

export interface SaveViewDialogProps {
  views: ListViews;
  /** Gives this view another name instead of saving a new one. */
  rename?: SavedView | undefined;
  onClose: () => void;
}

/** Asks for the name of a view; a name that one has already asks whether to save into that view (system-api.md 6.5). */
export default function SaveViewDialog({ views, rename, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('saved-views');
  const { saved, mayShare } = views;

  const save = async ({ name, shared, version }: z.output<typeof Form>): Promise<void> => {
    if (rename) {
      await saved.edit({ ...rename, version: version ?? rename.version }, { name });
      return;
    }
    const same = saved.views.find((view) => view.own && view.name.toLowerCase() === name.toLowerCase());
    if (
      same &&
      !(await confirm({
        title: t('overwriteTitle', { name: same.name }),
        body: t('overwriteBody'),
        verb: t('overwrite'),
      }))
    )
      throw new Error(t('taken'));
    const { state, layout } = views.now();
    let view = same ? await saved.edit(same, { state, layout }) : await saved.add(name, state, layout);
    if (shared && !view.shared) view = await saved.share(view, true);
    views.open(view);
  };

  return (
    <FormDialog
      namespace="saved-views"
      title={rename ? t('renameTitle', { name: rename.name }) : t('saveTitle')}
      schema={Form}
      initialValues={{
        name: rename?.name ?? '',
        ...(rename ? { version: rename.version } : mayShare ? { shared: false } : {}),
      }}
      width={420}
      verb={t('save')}
      intro={rename ? undefined : <p className="field-hint">{t('what')}</p>}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField name="name" />
      {!rename && mayShare && <CheckboxField name="shared" />}
    </FormDialog>
  );
}
