import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { DICTIONARY_LIST } from '../contract/addresses.ts';
import { dictionaries } from '../contract/dictionaries.ts';
import { dictionaryRecordEndpoints, type RemovedDictionary } from '../contract/endpoints.ts';
import './dictionary-records.css';

const KEY = [dictionaries.namespace, 'bin'];

/** Dictionaries that were deleted: back with one click, or gone for ever. */
export default function RemovedDictionariesPage() {
  const { t } = useTranslation('dictionary-records');
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(dictionaryRecordEndpoints.bin, {}, { signal, notices: 'none' }),
  });
  return (
    <div className="record-form-page">
      <header className="record-form-head">
        <h1 tabIndex={-1}>{t('bin.title')}</h1>
        <ButtonLink to={DICTIONARY_LIST}>{t('kind.title')}</ButtonLink>
      </header>
      <p className="quiet">{t('bin.text')}</p>
      <Loaded query={query} queryKey={KEY} skeleton={<Skeleton height={240} />}>
        {(removed) => (removed.length === 0 ? <Empty icon="list" title={t('bin.none')} /> : <Removed rows={removed} />)}
      </Loaded>
    </div>
  );
}

function Removed({ rows }: { rows: readonly RemovedDictionary[] }) {
  const { t } = useTranslation('dictionary-records');
  const queryClient = useQueryClient();
  const language = useLanguage();
  const nameOf = ({ dictName, dictNameZh }: RemovedDictionary) => localName(language, dictName, dictNameZh);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [dictionaries.namespace] });
  const restore = async (row: RemovedDictionary) => {
    await call(dictionaryRecordEndpoints.restore, { id: row.id });
    toast.success(t('bin.restored', { name: nameOf(row) }));
    await refresh();
  };
  const remove = async (row: RemovedDictionary) => {
    const name = nameOf(row);
    const asked = { title: t('bin.removeTitle', { name }), body: t('bin.removeText'), verb: t('bin.remove') };
    if (!(await confirm({ ...asked, danger: true }))) return;
    await call(dictionaryRecordEndpoints.removeForGood, { id: row.id });
    toast.success(t('bin.removed', { name }));
    await refresh();
  };
  return (
    <ScrollBox label={t('bin.title')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('field.dictName')}</th>
            <th scope="col">{t('field.dictCode')}</th>
            <th scope="col">{t('field.items')}</th>
            <th scope="col">{t('bin.at')}</th>
            <th scope="col">{t('bin.by')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{nameOf(row)}</td>
              <td>{row.dictCode}</td>
              <td>{row.items}</td>
              <td>
                <Time at={row.removedAt} />
              </td>
              <td>{row.removedBy}</td>
              <td className="dictionary-bin-actions">
                <Button small kind="link" onClick={() => void restore(row)}>
                  {t('bin.restore')}
                </Button>
                <Button small kind="link" onClick={() => void remove(row)}>
                  {t('bin.remove')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
