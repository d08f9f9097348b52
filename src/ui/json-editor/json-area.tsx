import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { codeColours, codeTheme } from './json-theme.ts';

interface JsonAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  readOnly: boolean;
}

/**
 * The editor stands in a shadow root: there its styles are sheets of the page's own code, which the content security policy
 * takes, and not style elements, which it refuses. Tab leaves the field (WCAG 2.1.2).
 */
export default function JsonArea({ label, value, onChange, readOnly }: JsonAreaProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const report = useEffectEvent(onChange);
  const first = useEffectEvent(() => value);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first(),
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          json(),
          linter(jsonParseLinter()),
          syntaxHighlighting(codeColours),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorState.readOnly.of(readOnly),
          EditorView.editable.of(!readOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) report(update.state.doc.toString());
          }),
          codeTheme,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className="json-area" />;
}
