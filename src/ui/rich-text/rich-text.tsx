import { Fragment, memo, type ReactNode, useMemo } from 'react';
import type { RichBlock, RichInline, RichRun } from '#platform/rich-text/rules/document.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import './rich-text.css';

export interface RichTextProps {
  /** HTML as it is stored; what is not allowed in rich text is not shown. */
  value: string;
  /** Which heading of the page its highest heading is. */
  level?: 2 | 3 | 4;
  /** Shown instead of nothing. */
  empty?: ReactNode;
  className?: string;
}

/** Rich text to read: elements of the checked document, never HTML (decision 28). */
export const RichText = memo(function RichText({ value, level = 3, empty, className }: RichTextProps) {
  const { blocks } = useMemo(() => readRichText(value), [value]);
  if (blocks.length === 0) return empty;
  return <div className={`rich-text ${className ?? ''}`}>{blocks.map((block, at) => blockOf(block, at, level))}</div>;
});

function blockOf(block: RichBlock, key: number, level: 2 | 3 | 4): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{inlineOf(block.parts)}</p>;
    case 'heading': {
      const Heading = `h${Math.min(block.level - 2 + level, 6)}` as 'h2';
      return (
        <Heading key={key} data-level={block.level}>
          {inlineOf(block.parts)}
        </Heading>
      );
    }
    case 'quote':
      return <blockquote key={key}>{block.blocks.map((inner, at) => blockOf(inner, at, level))}</blockquote>;
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at}>{item.map((inner, below) => blockOf(inner, below, level))}</li>
      ));
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
  }
}

/** An empty line has the height of one. */
function inlineOf(parts: readonly RichInline[]): ReactNode {
  if (parts.length === 0) return <br />;
  return parts.map((part, at) => <Fragment key={at}>{part.kind === 'break' ? <br /> : runOf(part)}</Fragment>);
}

function runOf({ text, bold, italic, underline, href }: RichRun): ReactNode {
  let shown: ReactNode = text;
  if (underline) shown = <u>{shown}</u>;
  if (italic) shown = <em>{shown}</em>;
  if (bold) shown = <strong>{shown}</strong>;
  if (href === undefined) return shown;
  return href.startsWith('https:') ? (
    <a href={href} target="_blank" rel="noreferrer nofollow">
      {shown}
    </a>
  ) : (
    <a href={href}>{shown}</a>
  );
}
