import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { Empty } from '#ui/empty/empty.tsx';
import type { IconName } from '#ui/icon/icon.tsx';
import { useWords } from './use-words.ts';

interface FirstUseProps {
  kind: RecordKind;
  icon?: IconName | undefined;
  /** The button that adds the first. */
  action: ReactNode;
}

/** Where no record is yet: what they are for, in words of the kind if it has some (`kind.firstUse`). */
export function FirstUse({ kind, icon = 'list', action }: FirstUseProps) {
  const { t, i18n } = useTranslation('records');
  const { t: words } = useTranslation(kind.namespace);
  const records = useWords(kind).many;
  return (
    <Empty icon={icon} title={t('empty.title', { records })} action={action}>
      {i18n.exists(`${kind.namespace}:kind.firstUse`)
        ? words('kind.firstUse')
        : kind.verbs.includes('add') && t('empty.text', { records })}
    </Empty>
  );
}
