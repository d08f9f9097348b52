import { localName } from '#platform/i18n/rules/local-name.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { nameOfReference } from '#platform/records/contract/record-names.ts';

/** What a record is called in the reader's language. */
export function recordName(kind: RecordKind, row: Readonly<Record<string, unknown>>): string {
  const { labelField, labelZhField } = kind;
  // rows that are known by another record are called as that one is
  if (kind.fields[labelField]?.kind === 'reference') return String(row[nameOfReference(labelField)] ?? '');
  const chinese = labelZhField === undefined ? '' : row[labelZhField];
  return localName(currentLanguage(), String(row[labelField] ?? ''), String(chinese ?? ''));
}
