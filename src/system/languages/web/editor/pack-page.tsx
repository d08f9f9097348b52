import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Select } from '#ui/select/select.tsx';
import type { LanguageProgress } from '../../contract/edit.ts';
import { useLanguageList, usePages, usePageTexts } from './language-queries.ts';
import { PackEditor } from './pack-editor.tsx';
import { PackFiles } from './pack-files.tsx';
import './languages.css';

/** The built-in texts of a page beside those that stand in their place (settled 125). */
export default function PackPage() {
  const { t } = useTranslation('languages');
  const languages = useLanguageList();
  return (
    <div className="languages">
      <Loaded query={languages}>{(rows) => <Packs languages={rows} />}</Loaded>
      {!languages.data && <h1 className="visually-hidden">{t('packs.title')}</h1>}
    </div>
  );
}

function Packs({ languages }: { languages: readonly LanguageProgress[] }) {
  const { t } = useTranslation('languages');
  const [params, setParams] = useSearchParams();
  const [saves, setSaves] = useState(0);
  const language = params.get('language') ?? languages[0]?.language ?? '';
  const pages = usePages(language);
  const pageKey = params.get('page') ?? 'ui';
  const texts = usePageTexts(language, pageKey);
  const isUnsaved = useRef(false);
  const go = async (change: Record<string, string>): Promise<void> => {
    const words = { title: t('packs.leaveTitle'), body: t('packs.leaveBody'), verb: t('packs.leave'), danger: true };
    if (isUnsaved.current && !(await confirm(words))) return;
    setParams({ language, page: pageKey, ...change }, { replace: true, preventScrollReset: true });
  };
  const tags = [...new Map(languages.map((row) => [row.language, row])).values()];
  return (
    <>
      <header className="languages-head">
        <h1 tabIndex={-1}>{t('packs.title')}</h1>
        <PackFiles language={language} onImported={() => setSaves((count) => count + 1)} />
      </header>
      <div className="languages-choice">
        <Select
          label={t('packs.language')}
          value={language}
          onChange={(tag) => void go({ language: tag })}
          options={tags.map((row) => ({
            value: row.language,
            label: `${row.remark || row.language} (${row.language})`,
          }))}
        />
        <Select
          label={t('packs.page')}
          value={pageKey}
          onChange={(page) => void go({ page })}
          options={(pages.data ?? []).map(({ pageKey: page, replaced, of }) => ({
            value: page,
            label: t('packs.option', { page, replaced, of }),
          }))}
        />
      </div>
      <Loaded query={texts}>
        {(page) => (
          // another page, another language and an import begin anew
          <PackEditor key={`${page.language} ${page.pageKey} ${saves}`} page={page} isUnsaved={isUnsaved} />
        )}
      </Loaded>
    </>
  );
}
