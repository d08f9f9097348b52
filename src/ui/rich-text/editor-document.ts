import type { JSONContent } from '@tiptap/react';
import { ALLOWED_MARKUP } from '#platform/rich-text/contract/allowed-markup.ts';
import type { RichBlock, RichInline, RichMarks, RichTextDocument } from '#platform/rich-text/rules/document.ts';
import { normalised } from '#platform/rich-text/rules/normalise.ts';

/** A document in the editor's own form; an editor is never without a paragraph. */
export function toEditor({ blocks }: RichTextDocument): JSONContent {
  return { type: 'doc', content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks.map(blockToEditor) };
}

function blockToEditor(block: RichBlock): JSONContent {
  switch (block.kind) {
    case 'paragraph':
      return { type: 'paragraph', content: block.parts.map(inlineToEditor) };
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.parts.map(inlineToEditor) };
    case 'quote':
      return { type: 'blockquote', content: block.blocks.map(blockToEditor) };
    case 'list': {
      const content = block.items.map((item) => ({ type: 'listItem', content: item.map(blockToEditor) }));
      return block.ordered
        ? { type: 'orderedList', attrs: { start: block.start }, content }
        : { type: 'bulletList', content };
    }
  }
}

function inlineToEditor(part: RichInline): JSONContent {
  if (part.kind === 'break') return { type: 'hardBreak' };
  const { text, bold, italic, underline, href } = part;
  const marks = [
    ...(href === undefined ? [] : [{ type: 'link', attrs: { href } }]),
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
    ...(underline ? [{ type: 'underline' }] : []),
  ];
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}

/** What stands in the editor, checked like any other rich text. */
export function fromEditor(content: JSONContent): RichTextDocument {
  return normalised((content.content ?? []).flatMap(blockFromEditor));
}

function blockFromEditor(node: JSONContent): RichBlock[] {
  const inner = node.content ?? [];
  switch (node.type) {
    case 'paragraph':
      return [{ kind: 'paragraph', parts: inner.flatMap(inlineFromEditor) }];
    case 'heading': {
      const level = ALLOWED_MARKUP.headingLevels.find((one) => one === node.attrs?.['level']) ?? 2;
      return [{ kind: 'heading', level, parts: inner.flatMap(inlineFromEditor) }];
    }
    case 'blockquote':
      return [{ kind: 'quote', blocks: inner.flatMap(blockFromEditor) }];
    case 'bulletList':
    case 'orderedList':
      return [
        {
          kind: 'list',
          ordered: node.type === 'orderedList',
          start: Number(node.attrs?.['start'] ?? 1),
          items: inner.map((item) => (item.content ?? []).flatMap(blockFromEditor)),
        },
      ];
    default:
      return [];
  }
}

function inlineFromEditor(node: JSONContent): RichInline[] {
  if (node.type === 'hardBreak') return [{ kind: 'break' }];
  if (node.type !== 'text' || node.text === undefined) return [];
  const marks: RichMarks = Object.assign(
    {},
    ...(node.marks ?? []).map(({ type, attrs }) =>
      type === 'link' ? { href: String(attrs?.['href'] ?? '') } : { [type]: true },
    ),
  );
  return [{ kind: 'text', text: node.text, ...marks }];
}
