import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from '#platform/i18n/web/i18n.ts';

/** Files of orders and results of imports are named here, those of other kinds by their own dictionary, which has to be there. */
export function nameOfFile(kind: string, t: TFunction<'transfers'>): string {
  if (kind === 'orders') return t('kind.orders');
  return kind.endsWith('Import') ? t('kind.import') : t('kind.file', { ns: kind, defaultValue: kind });
}

/** The same where nothing is drawn: the dictionary is fetched first. */
export async function fetchNameOfFile(kind: string): Promise<string> {
  await i18n.loadNamespaces(['transfers', kind]);
  return nameOfFile(kind, i18n.getFixedT(null, 'transfers'));
}

/** What is in a file; the words of its kind may come a moment later than the row. */
export function FileKind({ kind }: { kind: string }) {
  const { t, ready } = useTranslation(['transfers', kind], { useSuspense: false });
  return ready ? nameOfFile(kind, t) : '';
}
