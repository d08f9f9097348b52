import { useTranslation } from 'react-i18next';

/** What notices of a kind are called, in the pack that the kind begins with; one that this build does not know yet shows its name. */
export function useNoticeKindName(kind: string): string {
  const [pack = 'notices', word = ''] = kind.split('.');
  const { i18n } = useTranslation(pack);
  return String(i18n.getFixedT(null, pack)(`notice.${word}.kind`, { defaultValue: kind }));
}
