import { useTranslation } from 'react-i18next';
import type { DeviceEvent } from '#domains/devices/contract/device.ts';
import { Button } from '#ui/button/button.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { SidePanel } from '#ui/side-panel/side-panel.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { kindOf, noteOf } from './event-text.tsx';

/** One event whole, as the device sent it. */
export function EventPanel({ event, onClose }: { event: DeviceEvent; onClose: () => void }) {
  const { t } = useTranslation('robots');
  const { t: tUi } = useTranslation('ui');
  const text = JSON.stringify(event, null, 2);
  const copy = async (): Promise<void> => {
    await copyText(text);
    toast.success(t('log.copied'));
  };
  return (
    <SidePanel
      title={kindOf(event, t)}
      onClose={onClose}
      footer={
        <Button icon="copy" onClick={() => void copy()}>
          {t('log.copy')}
        </Button>
      }
    >
      <DescriptionList
        columns={1}
        facts={[
          { term: t('field.receivedAt'), value: <Time at={event.receivedAt} part="second" /> },
          { term: t('field.deviceAt'), value: <Time at={event.deviceAt} part="second" /> },
          { term: t('field.id'), value: <code className="break-anywhere">{event.id}</code> },
          {
            term: t('field.eventNote'),
            value: noteOf(event, t),
          },
        ]}
      />
      <h3 className="event-raw-title">{tUi('timeline.raw')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard */}
      <pre className="event-raw" tabIndex={0}>
        {JSON.stringify(event.data, null, 2)}
      </pre>
    </SidePanel>
  );
}
