import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordName } from './record-name.ts';
import type { RecordWords } from './use-record-calls.ts';

/** How the records of a kind are called, and their list. */
export function useWords(kind: RecordKind): RecordWords & { readonly title: string } {
  const { t } = useTranslation(kind.namespace);
  return {
    one: t('kind.one'),
    many: t('kind.many'),
    title: t('kind.title'),
    nameOf: (row) => recordName(kind, row),
  };
}
