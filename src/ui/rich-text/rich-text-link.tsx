import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedAddress } from '#platform/rich-text/rules/link-address.ts';
import { Button, IconButton } from '../button/button.tsx';
import { removeLink, setLink } from './editor-paste.ts';

/** The line below the toolbar in which a link gets its address. */
export function RichTextLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('rich-text');
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const present = useEditorState({
    editor,
    selector: ({ editor: now }) => String(now.getAttributes('link')['href'] ?? ''),
  });
  const [typed, setTyped] = useState(present.replace(/^(mailto:|tel:)/, ''));
  const [isWrong, setWrong] = useState(false);
  useEffect(() => box.current?.select(), []);

  const close = () => {
    editor.commands.focus();
    onClose();
  };
  const apply = () => {
    const address = typedAddress(typed);
    if (address === undefined) {
      setWrong(true);
      box.current?.focus();
      return;
    }
    setLink(editor, address);
    onClose();
  };

  return (
    <div className="rich-link">
      <label htmlFor={id}>{t('link.address')}</label>
      <input
        ref={box}
        id={id}
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('link.example')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // neither the form nor the dialog around is meant
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply();
          if (event.key === 'Escape') close();
        }}
      />
      <Button small kind="primary" onClick={apply}>
        {t('link.apply')}
      </Button>
      {present !== '' && (
        <Button
          small
          onClick={() => {
            removeLink(editor);
            onClose();
          }}
        >
          {t('link.remove')}
        </Button>
      )}
      <IconButton small icon="close" label={t('link.close')} onClick={close} />
      {isWrong && (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {t('link.wrong')}
        </p>
      )}
    </div>
  );
}
