import { i18n } from '#platform/i18n/web/i18n.ts';
import type { LiveMessage } from '#platform/live/web/live.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { downloadFile } from './download-file.ts';

/** A file is finished while its owner looks elsewhere: one message, with the file behind it. */
export async function toastExport(message: LiveMessage, openDownloads: () => void): Promise<void> {
  await i18n.loadNamespaces('transfers');
  const name = String(message['fileName']);
  const t = i18n.getFixedT(null, 'transfers');
  if (message['state'] === 'created') {
    const { id } = message;
    const action = { label: t('downloads.download'), run: () => void downloadFile(id) };
    toast.success(t('news.created', { name }), { action });
  } else {
    toast.warning(t('news.failed', { name }), { action: { label: t('export.toDownloads'), run: openDownloads } });
  }
}
