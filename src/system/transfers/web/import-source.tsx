import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { IMPORT_TEMPLATE } from '#platform/imports/contract/endpoints.ts';
import { Card } from '#ui/card/card.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import type { ImportPageProps } from './import-page.tsx';

const FORMATS = ['xlsx', 'csv'] as const;

interface ImportSourceProps extends Pick<ImportPageProps, 'kind' | 'columns' | 'intro' | 'limits'> {
  /** How much of a file has left, from 0 to 1; nothing while none is on its way. */
  sent: number | undefined;
  fault: string | undefined;
  onFile: (file: File) => void;
}

/** Where the file comes from: chosen or dropped, with the template beside it. */
export function ImportSource({ kind, columns, intro, limits, sent, fault, onFile }: ImportSourceProps) {
  const { t } = useTranslation('transfers');
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const isBusy = sent !== undefined;
  const maximum = sizeText(limits.bytes);
  const take = (file: File | undefined) => {
    setOver(false);
    if (!file || isBusy) return;
    setTooLarge(file.size > limits.bytes);
    if (file.size <= limits.bytes) onFile(file);
  };
  const said = tooLarge ? t('import.tooLarge', { maximum }) : fault;
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
            take(event.dataTransfer.files[0]);
          }}
        >
          <Icon name="upload" size={28} />
          <strong>{isBusy ? t('import.checking') : t('import.choose')}</strong>
          <span className="quiet">{t('import.limits', { rows: limits.rows, maximum })}</span>
          <input
            type="file"
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            disabled={isBusy}
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {sent !== undefined && <Progress label={t('import.sending')} value={sent} max={1} />}
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
  return `${runtimeConfig().systemBase}${IMPORT_TEMPLATE}?${query}`;
}
