import { useTranslation } from 'react-i18next';

const packOf = (kind: string): string => kind.split('.')[0] ?? '';

/** What notices of a kind are called; a kind that this build does not know yet shows its name. */
export function useNoticeKindName(): (kind: string) => string {
  const { i18n } = useTranslation();
  return (kind) => {
    const [, word = ''] = kind.split('.');
    return String(i18n.getFixedT(null, packOf(kind))(`notice.${word}.kind`, { defaultValue: kind }));
  };
}
