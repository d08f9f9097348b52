import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthOf } from '#platform/rich-text/rules/document.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { writeRichText } from '#platform/rich-text/rules/write-rich-text.ts';
import { fromEditor, toEditor } from './editor-document.ts';
import { extensionsFor } from './editor-extensions.ts';
import { leaveByTab, takeHtml } from './editor-paste.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import { RichTextLink } from './rich-text-link.tsx';
import { RichTextToolbar } from './rich-text-toolbar.tsx';

/** Toolbar, text and count: everything of the editor that needs its library. */
export default function RichTextArea(props: RichTextEditorProps) {
  const { label, value, onChange, max, placeholder, disabled = false, attributes = {} } = props;
  const { t } = useTranslation('rich-text');
  const [isLinking, setLinking] = useState(false);
  const [length, setLength] = useState(() => lengthOf(readRichText(value)));
  const told = useRef(value);
  const bar = useRef<HTMLDivElement>(null);
  const report = useEffectEvent((html: string) => {
    told.current = html;
    onChange(html);
  });
  // a frame later: the editor receives a selection made by the previous key only after that key
  const openLink = useEffectEvent(() => void requestAnimationFrame(() => setLinking(true)));
  const toBar = useEffectEvent(() => bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus());

  const isTooLong = length > max;
  const spoken = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(attributes.id ? { id: attributes.id } : {}),
    ...(attributes['aria-required'] ? { 'aria-required': 'true' } : {}),
    ...(attributes['aria-invalid'] || isTooLong ? { 'aria-invalid': 'true' } : {}),
    ...(attributes['aria-describedby'] ? { 'aria-describedby': attributes['aria-describedby'] } : {}),
    ...(disabled ? { 'aria-disabled': 'true' } : {}),
    ...(placeholder ? { 'aria-placeholder': placeholder, 'data-placeholder': placeholder } : {}),
    class: length === 0 ? 'rich-text rich-empty' : 'rich-text',
  };
  const editor = useEditor({
    extensions: extensionsFor(openLink, toBar),
    content: toEditor(readRichText(value)),
    editable: !disabled,
    // styles come with the page, for its policy takes no style element
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: spoken, handleDOMEvents: { paste: takeHtml, drop: takeHtml, keydown: leaveByTab } },
    onUpdate: ({ editor: now }) => {
      const document = fromEditor(now.getJSON());
      setLength(lengthOf(document));
      report(writeRichText(document));
    },
  });

  const spokenAsText = JSON.stringify(spoken);
  useEffect(() => {
    const { editorProps } = editor.options;
    editor.setOptions({ editable: !disabled, editorProps: { ...editorProps, attributes: JSON.parse(spokenAsText) } });
  }, [editor, spokenAsText, disabled]);

  // a value from elsewhere, such as a draft that was taken over
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    const document = readRichText(value);
    setLength(lengthOf(document));
    editor.commands.setContent(toEditor(document), { emitUpdate: false });
  }, [editor, value]);

  return (
    <>
      <RichTextToolbar
        editor={editor}
        name={label}
        bar={bar}
        isDisabled={disabled}
        onLink={() => setLinking((open) => !open)}
      />
      {isLinking && !disabled && <RichTextLink editor={editor} onClose={() => setLinking(false)} />}
      <EditorContent editor={editor} className="rich-area" />
      <p className={isTooLong ? 'rich-count field-fault' : 'rich-count field-hint'}>
        {t('count', { count: length, max })}
      </p>
    </>
  );
}
