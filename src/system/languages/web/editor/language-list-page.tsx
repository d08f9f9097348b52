import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { LANGUAGES } from '#platform/i18n/web/language.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { CheckboxField, SwitchField } from '#ui/fields/checkbox-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { AddLanguageRequest, LANGUAGE_TYPES, type LanguageProgress } from '../../contract/edit.ts';
import { languageEndpoints } from '../../contract/endpoints.ts';
import { LANGUAGES_KEY, useLanguageList } from './language-queries.ts';
import './languages.css';

/** Languages of the installation, with how much of the console there is in each (settled 124). */
export default function LanguageListPage() {
  const { t } = useTranslation('languages');
  const languages = useLanguageList();
  const [edited, setEdited] = useState<LanguageProgress | 'new'>();
  return (
    <div className="languages">
      <header className="languages-head">
        <h1 tabIndex={-1}>{t('list.title')}</h1>
        <Button kind="primary" icon="plus" onClick={() => setEdited('new')}>
          {t('list.add')}
        </Button>
      </header>
      <p className="quiet">{t('list.hint')}</p>
      <Card flush>
        <Loaded query={languages}>{(rows) => <Rows rows={rows} edit={setEdited} />}</Loaded>
      </Card>
      {edited && <LanguageDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function Rows({ rows, edit }: { rows: readonly LanguageProgress[]; edit: (row: LanguageProgress) => void }) {
  const { t } = useTranslation('languages');
  return (
    <ScrollBox label={t('list.title')}>
      <table className="plain-table languages-table">
        <thead>
          <tr>
            <th scope="col">{t('field.remark')}</th>
            <th scope="col">{t('field.language')}</th>
            <th scope="col">{t('field.type')}</th>
            <th scope="col">{t('field.status')}</th>
            <th scope="col">{t('field.texts')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('list.edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.remark || row.language} {row.isDefault && <Tag tone="info">{t('field.isDefault')}</Tag>}
              </th>
              <td>{row.language}</td>
              <td>{row.type === 'all' ? t('type.all') : t('type.bar')}</td>
              <td>
                <Tag tone={row.status === 1 ? 'success' : 'neutral'}>
                  {t(row.status === 1 ? 'status.1' : 'status.0')}
                </Tag>
              </td>
              <td className="languages-progress">
                <Progress
                  label={t('field.texts')}
                  value={row.texts}
                  max={row.of}
                  tone={row.texts === row.of ? 'success' : 'info'}
                />
                <small className="quiet">{t('list.builtIn', { texts: row.texts, of: row.of })}</small>
              </td>
              <td>
                <RowActions row={row} edit={edit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function RowActions({ row, edit }: { row: LanguageProgress; edit: (row: LanguageProgress) => void }) {
  const { t } = useTranslation('languages');
  const queryClient = useQueryClient();
  const name = row.remark || row.language;
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({
        title: t('list.removeTitle', { name }),
        body: t('list.removeBody'),
        verb: t('list.remove'),
        danger: true,
      }))
    )
      return;
    try {
      await call(languageEndpoints.remove, { id: row.id });
    } catch {
      // why not stands in the notice
      return;
    }
    toast.success(t('list.removed', { name }));
    await queryClient.invalidateQueries({ queryKey: LANGUAGES_KEY });
  };
  return (
    <div className="languages-actions">
      <Link to={`/languages/packs?language=${encodeURIComponent(row.language)}`}>{t('list.packs')}</Link>
      <Button kind="link" small onClick={() => edit(row)}>
        {t('list.edit')}
      </Button>
      {!LANGUAGES.some((tag) => tag === row.language) && (
        <Button kind="link" small onClick={() => void remove()}>
          {t('list.remove')}
        </Button>
      )}
    </div>
  );
}

function LanguageDialog({ edited, onClose }: { edited: LanguageProgress | 'new'; onClose: () => void }) {
  const { t } = useTranslation('languages');
  const queryClient = useQueryClient();
  const before = edited === 'new' ? undefined : edited;
  const values = before
    ? {
        language: before.language,
        remark: before.remark,
        type: before.type === 'all' ? ('all' as const) : ('bar' as const),
        status: before.status,
        isDefault: before.isDefault,
      }
    : { language: '', remark: '', type: 'bar' as const, status: 1, isDefault: false };
  const { status, ...rest } = values;
  return (
    <FormDialog
      namespace="languages"
      title={before ? t('list.editTitle', { name: before.remark || before.language }) : t('list.add')}
      schema={LanguageForm}
      initialValues={{ ...rest, status: status === 1 }}
      verb={t('packs.save')}
      onSubmit={({ status: isOn, ...form }) => {
        const request = { ...form, status: isOn ? 1 : 0 };
        return before
          ? call(languageEndpoints.edit, { id: before.id, ...request }, { notices: 'none' })
          : call(languageEndpoints.add, request, { notices: 'none' });
      }}
      onSaved={(answer) => {
        const { remark } = answer as LanguageProgress;
        toast.success(t(before ? 'list.saved' : 'list.added', { name: remark }));
        void queryClient.invalidateQueries({ queryKey: LANGUAGES_KEY });
      }}
      onClose={onClose}
    >
      <TextField name="language" />
      <TextField name="remark" />
      <SelectField
        name="type"
        options={LANGUAGE_TYPES.map((type) => ({ value: type, label: type === 'all' ? t('type.all') : t('type.bar') }))}
      />
      <SwitchField name="status" />
      <CheckboxField name="isDefault" />
    </FormDialog>
  );
}

/** The switch is yes or no; the call says 1 or 0. */
const LanguageForm = AddLanguageRequest.extend({ status: AddLanguageRequest.shape.isDefault });
