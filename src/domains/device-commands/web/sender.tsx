import { useTranslation } from 'react-i18next';
import type { ListedCommand } from '../contract/device-commands.ts';

/** A name that somebody has; of what the product does by itself, a word. */
export function Sender({ row }: { row: ListedCommand }) {
  const { t } = useTranslation('ui');
  return row.requestedByName === 'system' ? t('history.system') : row.requestedByName;
}
