import { useNavigate } from 'react-router';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import { useLive } from '#platform/live/web/live.ts';

/** Mounted once, in the frame: says when a file is finished, wherever its owner is. */
export function TransferNews() {
  const navigate = useNavigate();
  useLive('export', (message) => {
    if (message['state'] !== 'created' && message['state'] !== 'failed') return;
    void import('./export-news.ts').then(({ toastExport }) => toastExport(message, () => void navigate(DOWNLOADS)));
  });
  return null;
}
