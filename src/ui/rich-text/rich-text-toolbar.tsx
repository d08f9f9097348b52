import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../menu/menu.tsx';
import { ariaKeys, keysOfStyle, keysText, STYLES, setStyle, styleAt, TOOLS, type ToolKey } from './editor-tools.ts';

interface RichTextToolbarProps {
  editor: Editor;
  /** Spoken name of what is written. */
  name: string;
  bar: RefObject<HTMLDivElement | null>;
  isDisabled: boolean;
  onLink: () => void;
}

/** One stop of the Tab key; arrows, Home and End walk along it, Escape goes back to the text (ARIA Authoring Practices). */
export function RichTextToolbar({ editor, name, bar, isDisabled, onLink }: RichTextToolbarProps) {
  const { t } = useTranslation('rich-text');
  const [stop, setStop] = useState<ToolKey | 'style'>('style');
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      style: styleAt(now),
      on: TOOLS.flat().flatMap((tool) => (tool.isOn?.(now) ? [tool.key] : [])),
      ready: TOOLS.flat().flatMap((tool) => (tool.isReady?.(now) === false ? [] : [tool.key])),
    }),
  });

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > div > button')];
    const at = buttons.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) buttons.at(to % buttons.length)?.focus();
    else if (event.key === 'Escape') editor.commands.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div role="toolbar" aria-label={t('toolbar', { name })} ref={bar} className="rich-tools" onKeyDown={walk}>
      <div>
        <MenuButton
          label={t('style.label', { style: t(`style.${state.style}`) })}
          small
          kind="quiet"
          align="start"
          disabled={isDisabled}
          tabIndex={stop === 'style' ? 0 : -1}
          onFocus={() => setStop('style')}
          entries={STYLES.map((style) => ({
            key: style,
            label: t(`style.${style}`),
            hint: keysText(keysOfStyle(style)),
            checked: state.style === style,
            onSelect: () => setStyle(editor, style),
          }))}
        >
          {t(`style.${state.style}`)}
        </MenuButton>
      </div>
      {TOOLS.map((group) => (
        <div key={group[0]?.key}>
          {group.map((tool) => {
            const isReady = !isDisabled && state.ready.includes(tool.key);
            return (
              <button
                key={tool.key}
                type="button"
                className="rich-tool"
                data-tip={t(`tool.${tool.key}`)}
                data-tip-keys={tool.keys.replaceAll(/-(?=.)/g, '+')}
                aria-label={t(`tool.${tool.key}`)}
                aria-keyshortcuts={ariaKeys(tool.keys)}
                aria-pressed={tool.isOn && state.on.includes(tool.key)}
                aria-disabled={isReady ? undefined : true}
                disabled={isDisabled}
                tabIndex={stop === tool.key ? 0 : -1}
                onFocus={() => setStop(tool.key)}
                // the text keeps its selection
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (!isReady) return;
                  if (tool.key === 'link') onLink();
                  else tool.run(editor);
                }}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={tool.path} />
                </svg>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
