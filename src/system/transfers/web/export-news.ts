import { i18n } from '#platform/i18n/web/i18n.ts';
import type { LiveMessage } from '#platform/live/web/live.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { downloadFile } from './download-file.ts';

/** A file is finished while its owner looks elsewhere: one message, with the file behind it. */
export async function toastExport(message: LiveMessage, openDownloads: () => void): Promise<void> {
  await i18n.loadNamespaces('transfers');
  const t = i18n.getFixedT(null, 'transfers');
  const name = `${await fileName(String(message['what']))}.${message['format']}`;
  if (message['state'] === 'created') {
    const { id } = message;
    const action = { label: t('downloads.download'), run: () => void downloadFile(id) };
    toast.success(t('news.created', { name }), { action });
  } else {
    toast.warning(t('news.failed', { name }), { action: { label: t('export.toDownloads'), run: openDownloads } });
  }
}

/** What is in a file: a word of ours, or that of the kind of record whose list it is. */
async function fileName(what: string): Promise<string> {
  const t = i18n.getFixedT(null, 'transfers');
  if (what.endsWith('Import')) return t('kind.import');
  if (what === 'orders') return t('kind.orders');
  await i18n.loadNamespaces(what);
  return i18n.getFixedT(null, what)('kind.file', { defaultValue: what });
}
