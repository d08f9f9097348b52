import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '#platform/live/web/live.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { ReceivedAnnouncement } from '../contract/endpoints.ts';
import { ANNOUNCED } from '../contract/live.ts';
import { AnnouncementText } from './announcement-text.tsx';
import { useMarkRead } from './my-queries.ts';

interface ReadingDialogProps {
  announcement: ReceivedAnnouncement;
  onClose: () => void;
}

/** One announcement to read: it counts as read when it is opened, and goes when it is revoked meanwhile. */
export function ReadingDialog({ announcement, onClose }: ReadingDialogProps) {
  const { t } = useTranslation('announcements');
  const { mutate } = useMarkRead();
  const { anntId } = announcement;
  const mark = useEffectEvent(() => {
    if (announcement.readFlag === '0') mutate(anntId);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is opened
  useEffect(() => mark(), [anntId]);
  useLive(ANNOUNCED, ({ id }) => {
    if (id !== anntId) return;
    toast.info(t('read.changed'));
    onClose();
  });
  return (
    <Dialog
      title={announcement.titile}
      width={640}
      className="announcement-dialog"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('read.close')}
        </Button>
      }
    >
      <AnnouncementText announcement={announcement} />
    </Dialog>
  );
}
