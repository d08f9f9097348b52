import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { Card } from '#ui/card/card.tsx';
import { RecordFacts } from './record-panel.tsx';
import type { Row } from './record-value.tsx';

/** Fields that belong together: a part of a long form, and of the record's page. The kind names it `kind.section.<key>`. */
export interface RecordSection {
  readonly key: string;
  /** Those of an inner list stand in one line. */
  readonly fields: readonly (string | readonly string[])[];
}

export const sectionTitle = ({ key }: RecordSection, own: (key: string) => string): string =>
  own(`kind.section.${key}`);

/** All that is known of a record, section by section. */
export function RecordSectionFacts({
  kind,
  row,
  sections,
}: {
  kind: RecordKind;
  row: Row;
  sections: readonly RecordSection[];
}) {
  const { t: own } = useTranslation(kind.namespace);
  return sections.map((section) => (
    <Card key={section.key} title={sectionTitle(section, own)}>
      <RecordFacts kind={kind} row={row} only={section.fields.flat()} columns={3} />
    </Card>
  ));
}
