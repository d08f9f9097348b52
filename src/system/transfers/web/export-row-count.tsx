import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_EXPORT_ROWS } from '#platform/exports/rules/export-life.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { ExportDialogProps } from './export-button.tsx';

interface RowCountProps extends Pick<ExportDialogProps, 'count'> {
  /** The filters that would be sent with these days; nothing while they would be refused. */
  filtersOf: (from: unknown, to: unknown) => Readonly<Record<string, unknown>> | undefined;
}

/** How many rows the file will have: the list's own total, asked with the very filters of the file. */
export function RowCount({ count, filtersOf }: RowCountProps) {
  const { t } = useTranslation('transfers');
  const { values } = useForm();
  const filters = filtersOf(values['from'], values['to']);
  const { data, isError } = useQuery({
    queryKey: ['transfers', 'count', filters],
    enabled: filters !== undefined,
    queryFn: () => count(filters ?? {}),
    // a new day is counted anew, and so is the same one when the dialog is opened again
    gcTime: 0,
    retry: false,
  });
  const { total = 0, totalIsEstimate = false } = data ?? {};
  const isKnown = filters !== undefined && data !== undefined && !isError;
  const tooMany = isKnown && total > MAX_EXPORT_ROWS;
  return (
    <div className="transfer-rows">
      <span className="field-label">{t('export.rows')}</span>
      <p role="status" className={tooMany ? 'transfer-too-many' : undefined}>
        {tooMany && <Icon name="warning" size={14} />}
        {!isKnown && (filters === undefined ? t('export.rowsAfterDays') : isError ? '–' : '…')}
        {isKnown && !tooMany && t(totalIsEstimate ? 'export.rowsAbout' : 'export.rowsExactly', { count: total })}
        {tooMany && t('export.rowsTooMany', { maximum: MAX_EXPORT_ROWS })}
      </p>
    </div>
  );
}
