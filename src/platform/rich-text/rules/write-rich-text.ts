import { eachBlock, type RichBlock, type RichInline, type RichMarks, type RichTextDocument } from './document.ts';
import { encodeEntities } from './entities.ts';

/** The HTML of a document, the same for the same document; empty where it holds no words. */
export function writeRichText(document: RichTextDocument): string {
  const hasWords = [...eachBlock(document.blocks)].some((block) => 'parts' in block && block.parts.length > 0);
  return hasWords ? blocksToHtml(document.blocks) : '';
}

const blocksToHtml = (blocks: readonly RichBlock[]): string => blocks.map(blockToHtml).join('');

function blockToHtml(block: RichBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${partsToHtml(block.parts)}</p>`;
    case 'heading':
      return `<h${block.level}>${partsToHtml(block.parts)}</h${block.level}>`;
    case 'quote':
      return `<blockquote>${blocksToHtml(block.blocks)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${blocksToHtml(item)}</li>`).join('');
      if (!block.ordered) return `<ul>${items}</ul>`;
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`;
    }
  }
}

type Wrap = readonly [open: string, close: string];
const NONE: readonly Wrap[] = [];

/** From outside to inside. */
function wrapsOf({ href, bold, italic, underline }: RichMarks): readonly Wrap[] {
  return [
    ...(href === undefined ? NONE : [[`<a href="${encodeEntities(href)}">`, '</a>'] as const]),
    ...(bold ? [['<strong>', '</strong>'] as const] : NONE),
    ...(italic ? [['<em>', '</em>'] as const] : NONE),
    ...(underline ? [['<u>', '</u>'] as const] : NONE),
  ];
}

function partsToHtml(parts: readonly RichInline[]): string {
  let html = '';
  let isOpen: readonly Wrap[] = NONE;
  const change = (wraps: readonly Wrap[]): void => {
    const found = isOpen.findIndex((wrap, at) => wrap[0] !== wraps[at]?.[0]);
    const same = found < 0 ? isOpen.length : found;
    for (const [, close] of isOpen.slice(same).toReversed()) html += close;
    for (const [open] of wraps.slice(same)) html += open;
    isOpen = wraps;
  };
  for (const part of parts) {
    change(part.kind === 'text' ? wrapsOf(part) : NONE);
    html += part.kind === 'text' ? encodeEntities(part.text) : '<br>';
  }
  change(NONE);
  return html;
}
