import type { Editor } from '@tiptap/react';

export type ToolKey =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'bulletList'
  | 'orderedList'
  | 'outdent'
  | 'indent'
  | 'quote'
  | 'link'
  | 'clear'
  | 'undo'
  | 'redo';

export interface Tool {
  readonly key: ToolKey;
  /** On a field of 24 by 24. */
  readonly path: string;
  /** `Mod` is Ctrl, on Apple's keyboards Command. */
  readonly keys: string;
  readonly run: (editor: Editor) => void;
  /** Of a tool that is on or off. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isReady?: (editor: Editor) => boolean;
}

export const indent = (editor: Editor): boolean => editor.chain().focus().sinkListItem('listItem').run();
export const outdent = (editor: Editor): boolean => editor.chain().focus().liftListItem('listItem').run();
/** The kind of the innermost list around the cursor. */
function listAt({ state }: Editor): string | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name } = $from.node(depth).type;
    if (name.endsWith('List')) return name;
  }
  return undefined;
}

/** Plain paragraphs without marks, lists and quotes. */
export const clearFormatting = (editor: Editor): boolean => editor.chain().focus().unsetAllMarks().clearNodes().run();

/** In the order of the toolbar; a list each group. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      key: 'bold',
      path: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
      keys: 'Mod-B',
      run: (editor) => editor.chain().focus().toggleBold().run(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      key: 'italic',
      path: 'M10 5h8M6 19h8M14.5 5l-5 14',
      keys: 'Mod-I',
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      isOn: (editor) => editor.isActive('italic'),
    },
    {
      key: 'underline',
      path: 'M7 4v7a5 5 0 0 0 10 0V4M5 20h14',
      keys: 'Mod-U',
      run: (editor) => editor.chain().focus().toggleUnderline().run(),
      isOn: (editor) => editor.isActive('underline'),
    },
  ],
  [
    {
      key: 'bulletList',
      path: 'M10 6h10M10 12h10M10 18h10M5 6h.01M5 12h.01M5 18h.01',
      keys: 'Mod-Shift-8',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => listAt(editor) === 'bulletList',
    },
    {
      key: 'orderedList',
      path: 'M11 6h9M11 12h9M11 18h9M4.5 4.5L6 4v5M4.5 15.2c.3-1.4 2.7-1.3 2.7.2 0 1.2-2.7 2.1-2.7 3.6h2.8',
      keys: 'Mod-Shift-7',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => listAt(editor) === 'orderedList',
    },
    {
      key: 'outdent',
      path: 'M4 5h16M12 10h8M12 14h8M4 19h16M8 9l-4 3 4 3',
      keys: 'Mod-[',
      run: outdent,
      isReady: (editor) => editor.can().liftListItem('listItem'),
    },
    {
      key: 'indent',
      path: 'M4 5h16M12 10h8M12 14h8M4 19h16M4 9l4 3-4 3',
      keys: 'Mod-]',
      run: indent,
      isReady: (editor) => editor.can().sinkListItem('listItem'),
    },
    {
      key: 'quote',
      path: 'M5 5v14M10 8h10M10 12h10M10 16h6',
      keys: 'Mod-Shift-B',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
  ],
  [
    {
      key: 'link',
      path: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7L12 17.7',
      keys: 'Mod-K',
      // the toolbar opens the line with the address
      run: () => undefined,
      isOn: (editor) => editor.isActive('link'),
    },
    {
      key: 'clear',
      path: 'M5 5h13M11.5 5l-2 14M14.5 14.5l5 5M19.5 14.5l-5 5',
      keys: 'Mod-\\',
      run: clearFormatting,
    },
  ],
  [
    {
      key: 'undo',
      path: 'M9 14L4 9l5-5M4 9h11a5.5 5.5 0 0 1 0 11h-3',
      keys: 'Mod-Z',
      run: (editor) => editor.chain().focus().undo().run(),
      isReady: (editor) => editor.can().undo(),
    },
    {
      key: 'redo',
      path: 'M15 14l5-5-5-5M20 9H9a5.5 5.5 0 0 0 0 11h3',
      keys: 'Mod-Shift-Z',
      run: (editor) => editor.chain().focus().redo().run(),
      isReady: (editor) => editor.can().redo(),
    },
  ],
];

export const STYLES = ['paragraph', 'heading2', 'heading3', 'heading4'] as const;
export type Style = (typeof STYLES)[number];

export function styleAt(editor: Editor): Style {
  return (
    STYLES.find((style) => style !== 'paragraph' && editor.isActive('heading', { level: levelOf(style) })) ??
    'paragraph'
  );
}

export const levelOf = (style: Style): 2 | 3 | 4 => (style === 'heading2' ? 2 : style === 'heading3' ? 3 : 4);

export function setStyle(editor: Editor, style: Style): void {
  const chain = editor.chain().focus();
  if (style === 'paragraph') chain.setParagraph().run();
  else chain.setHeading({ level: levelOf(style) }).run();
}

export const keysOfStyle = (style: Style): string =>
  style === 'paragraph' ? 'Mod-Alt-0' : `Mod-Alt-${levelOf(style)}`;

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as people read them: `Ctrl+Shift+8`. */
export function keysText(keys: string): string {
  const names = isApple() ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl+', Shift: 'Shift+', Alt: 'Alt+' };
  return keys.replaceAll(/(Mod|Shift|Alt)-/g, (_, name: keyof typeof names) => names[name]);
}

/** Keys as assistive technology takes them (`aria-keyshortcuts`). */
export const ariaKeys = (keys: string): string =>
  keys.replace('Mod', isApple() ? 'Meta' : 'Control').replaceAll(/-(?=.)/g, '+');
