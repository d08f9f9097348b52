import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { useUnsavedMark } from '#platform/routing/web/unsaved.ts';
import { Button, IconButton } from '#ui/button/button.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useAskedClose } from '#ui/dialog/use-asked-close.ts';
import { toast } from '#ui/toast/toasts.tsx';

/**
 * The only time that a device's password is seen; with a line that tries it with any MQTT client. Until it was copied, whatever
 * would close it asks.
 */
export function CredentialDialog({ access, onClose }: { access: MqttAccess; onClose: () => void }) {
  const { t } = useTranslation('robots');
  const broker = new URL(access.url);
  const command = `mosquitto_sub -h ${broker.hostname} -p ${broker.port || '1883'} -i ${access.clientId} -u ${access.username} -P '${access.password ?? ''}' -q 1 -t '${access.topicPrefix}/cmd/+' -v`;
  const password = access.password ?? '';
  const body = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const [isCopied, setCopied] = useState(password === '');
  // After the dialog has opened, whose first control is its close button.
  useEffect(() => first.current?.focus(), []);
  useUnsavedMark(!isCopied, body, () => undefined);
  const close = useAskedClose(
    onClose,
    isCopied
      ? undefined
      : {
          title: t('credential.leaveTitle'),
          body: t('credential.leaveBody'),
          verb: t('credential.leave'),
          cancel: t('credential.stay'),
          danger: true,
        },
  );
  const noteCopy = (text: string) => text.includes(password) && setCopied(true);
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) {
      noteCopy(text);
      toast.success(t('credential.copied'));
    } else toast.warning(t('credential.notCopied'));
  };
  const fact = (term: string, text: string) => ({
    term,
    value: (
      <span className="copied-fact">
        <code>{text}</code>
        <CopyButton of={term} onCopy={() => void copy(text)} />
      </span>
    ),
  });
  return (
    <Dialog
      title={t('credential.title', { name: access.name })}
      width={640}
      onClose={close}
      footer={
        <>
          <Button ref={first} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(password)}>
            {t('credential.copyPassword')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('credential.done')}
          </Button>
        </>
      }
    >
      <div ref={body} className="credential" onCopy={() => noteCopy(String(getSelection()))}>
        <p>{t('credential.once')}</p>
        <DescriptionList
          columns={1}
          facts={[
            fact(t('credential.url'), access.tlsUrl ?? access.url),
            fact(t('credential.username'), access.username),
            fact(t('credential.clientId'), access.clientId),
            fact(t('credential.password'), password),
            fact(t('credential.topics'), `${access.topicPrefix}/#`),
          ]}
        />
        <p className="copied-fact">
          {t('credential.try')}
          <CopyButton of={t('credential.command')} onCopy={() => void copy(command)} />
        </p>
        <pre className="robot-command-line">{command}</pre>
      </div>
    </Dialog>
  );
}

function CopyButton({ of, onCopy }: { of: string; onCopy: () => void }) {
  const { t } = useTranslation('robots');
  return <IconButton icon="copy" small label={t('credential.copy', { what: of })} onClick={onCopy} />;
}
