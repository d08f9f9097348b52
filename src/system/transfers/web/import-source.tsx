import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { IMPORT_TEMPLATE_PATH } from '#platform/imports/contract/endpoints.ts';
import { type CheckImportRequest, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#platform/imports/contract/import-job.ts';
import { Card } from '#ui/card/card.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import type { ImportPageProps } from './import-page.tsx';

const FORMATS = ['xlsx', 'csv'] as const;

interface ImportSourceProps extends Pick<ImportPageProps, 'kind' | 'columns' | 'intro'> {
  isBusy: boolean;
  fault: string | undefined;
  onFile: (request: CheckImportRequest) => void;
}

/** Where the file comes from: chosen or dropped, with the template beside it. */
export function ImportSource({ kind, columns, intro, isBusy, fault, onFile }: ImportSourceProps) {
  const { t } = useTranslation('transfers');
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined) => {
    setOver(false);
    if (!file || isBusy) return;
    setTooLarge(file.size > MAX_IMPORT_BYTES);
    if (file.size <= MAX_IMPORT_BYTES) onFile({ fileName: file.name.slice(0, 200), content: await base64Of(file) });
  };
  const said = tooLarge ? t('import.tooLarge') : fault;
  return (
    <Card>
      <div className="import-source">
        <p>{intro}</p>
        <ul className="transfer-filters" aria-label={t('import.columns')}>
          {columns.map(({ key, label }) => (
            <li key={key}>{label}</li>
          ))}
        </ul>
        <p>
          {t('import.template')}{' '}
          {FORMATS.map((format) => (
            <a key={format} className="import-template" download href={templateAddress(kind, format)}>
              {t(`format.${format}`)}
            </a>
          ))}
        </p>
        <label
          className={isOver ? 'import-drop import-drop-over' : 'import-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            void take(event.dataTransfer.files[0]);
          }}
        >
          <Icon name="upload" size={28} />
          <strong>{isBusy ? t('import.checking') : t('import.choose')}</strong>
          <span className="quiet">{t('import.limits', { rows: MAX_IMPORT_ROWS })}</span>
          <input
            type="file"
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            disabled={isBusy}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {said && (
          <p className="import-bad" role="alert">
            <Icon name="error" /> {said}
          </p>
        )}
      </div>
    </Card>
  );
}

function templateAddress(kind: string, format: string): string {
  const query = new URLSearchParams({ kind, format, language: currentLanguage() });
  return `${runtimeConfig().systemBase}${IMPORT_TEMPLATE_PATH.slice('/api'.length)}?${query}`;
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
