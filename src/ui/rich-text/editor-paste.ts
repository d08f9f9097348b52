import { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { toEditor } from './editor-document.ts';

/**
 * HTML that is pasted or dropped is read by our own reader: the editor's own way would give it to `innerHTML`, which the
 * content security policy refuses. What has no words in it, such as a picture, is pasted as its text.
 */
export function takeHtml(view: EditorView, event: ClipboardEvent | DragEvent): boolean {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  const html = data?.getData('text/html') ?? '';
  const isOwnMove = 'dataTransfer' in event && view.dragging !== null;
  if (html === '' || isOwnMove || !view.editable) return false;
  event.preventDefault();
  const at = 'dataTransfer' in event ? view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos : undefined;
  const { blocks } = readRichText(html);
  const { tr, schema } = view.state;
  if (blocks.length === 0) {
    const text = data?.getData('text/plain') ?? '';
    if (text !== '' && at === undefined) view.pasteText(text);
    return true;
  }
  const slice = Slice.maxOpen(schema.nodeFromJSON(toEditor({ blocks })).content);
  if (at === undefined) tr.replaceSelection(slice);
  else tr.replaceRange(at, at, slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  view.focus();
  return true;
}

/** Tab leaves the text, as it leaves any other field (WCAG 2.1.2); lists have keys of their own. */
export const leaveByTab = (_view: EditorView, event: KeyboardEvent): boolean => event.key === 'Tab';

/** Puts a link on what is selected, on the link at the cursor, or with its own address as text where nothing is. */
export function setLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive('link')) {
    const text = href.replace(/^(https:\/\/|mailto:|tel:)/, '');
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
      .run();
    return;
  }
  editor.chain().focus().extendMarkRange('link').setMark('link', { href }).run();
}

export const removeLink = (editor: Editor): boolean =>
  editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
