import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { upload } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { importedFields } from '#platform/records/rules/record-cells.ts';
import { ImportPage } from '#system/transfers/web/index.ts';
import { useWords } from './use-words.ts';

/** The parameter of the list's address that shows the import in its place. */
export const IMPORT = 'import';

/** A table that is brought along, at the address of the list. */
export function RecordImport({ kind }: { kind: RecordKind }) {
  const { t } = useTranslation('records');
  const { pathname } = useLocation();
  const words = useWords(kind);
  return (
    <ImportPage
      kind={kind.namespace}
      param={IMPORT}
      title={t('import.title', { records: words.many })}
      intro={t('import.intro')}
      columns={importedFields(kind).map(([key]) => ({ key, label: t(`field.${key}`, { ns: kind.namespace }) }))}
      limits={kind.importLimits}
      check={(file, transport) => upload(kind.endpoints.importCheck, file, {}, { ...transport, notices: 'none' })}
      list={{ to: pathname, label: t('import.toList', { records: words.many }) }}
    />
  );
}
