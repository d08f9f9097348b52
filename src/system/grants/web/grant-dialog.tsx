import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useAskedClose } from '#ui/dialog/use-asked-close.ts';
import { GrantEditor } from './grant-editor.tsx';
import type { GrantSource } from './grant-source.ts';

interface GrantDialogProps {
  source: GrantSource;
  name: string;
  empty?: string;
  onClose: () => void;
}

/** The rights of one holder over the page, asked about before what was ticked is thrown away. */
export function GrantDialog({ source, name, empty, onClose }: GrantDialogProps) {
  const { t } = useTranslation('grants');
  const [isDirty, setDirty] = useState(false);
  const leave = useAskedClose(
    onClose,
    isDirty
      ? {
          title: t('leave.title'),
          body: t('leave.body', { name }),
          verb: t('discard'),
          cancel: t('leave.stay'),
          danger: true,
        }
      : undefined,
  );
  return (
    <Dialog
      title={t('dialog', { name })}
      width={640}
      onClose={leave}
      footer={<Button onClick={leave}>{t('close')}</Button>}
    >
      <GrantEditor source={source} name={name} onDirty={setDirty} {...(empty === undefined ? {} : { empty })} />
    </Dialog>
  );
}
