import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** On the tokens of the page, which reach into the shadow root: light, dark and colour-weak need no theme of their own. */
export const codeTheme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'var(--text-sm)', maxHeight: '420px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', minHeight: '140px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--text-faint)',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--info-line) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--pressed)' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--danger)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line-strong)', color: 'var(--text)' },
});

export const codeColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);
