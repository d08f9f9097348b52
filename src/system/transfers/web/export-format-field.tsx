import { useTranslation } from 'react-i18next';
import { EXPORT_SEPARATORS } from '#platform/exports/contract/export-job.ts';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';

/** What people open comes first. */
export const FORMATS = ['xlsx', 'csv'] as const;

/** A workbook for people, or CSV for programs with the separator that these want; what each is good for stands below. */
export function FormatField() {
  const { t } = useTranslation('transfers');
  const field = useField({ name: 'format', label: t('export.format') });
  const separator = useField({ name: 'separator', label: t('export.separator') });
  const format = field.value === 'csv' ? 'csv' : 'xlsx';
  return (
    <div className="field transfer-one-of">
      <span className="field-label">{field.label}</span>
      <div className="transfer-choices">
        <Segmented
          label={field.label}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={field.set}
        />
        {format === 'csv' && (
          <Segmented
            label={separator.label}
            value={separator.value === 'semicolon' ? 'semicolon' : 'comma'}
            options={EXPORT_SEPARATORS.map((value) => ({ value, label: t(`separator.${value}`) }))}
            onChange={separator.set}
          />
        )}
      </div>
      <p className="field-hint">{t(`formatHint.${format}`)}</p>
      <FieldNotes field={field} />
    </div>
  );
}
