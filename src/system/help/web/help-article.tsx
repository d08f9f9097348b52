import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import type { Block, HelpText, Inline, LinkTarget } from '../rules/markdown.ts';
import { useMenuKnowledge } from './use-documents.ts';
import './help.css';

export interface HelpArticleProps {
  document: HelpText;
  /** Opens another document in the same place. */
  onOpen: (key: string) => void;
}

/** Id of a heading, for hits of the search. */
export const headingId = (text: string): string => `help-${text.replaceAll(/\s+/g, '-')}`;

/** A document, drawn from its blocks: nothing of it is ever HTML. */
export function HelpArticle({ document, onOpen }: HelpArticleProps) {
  const { t } = useTranslation('help');
  const { hasArea, hasPage } = useMenuKnowledge();
  const inline = (parts: readonly Inline[]): ReactNode =>
    parts.map((part, index) => <Fragment key={index}>{one(part)}</Fragment>);

  function one(part: Inline): ReactNode {
    if (part.kind === 'link') return link(part.text, part.target);
    if (part.kind === 'strong') return <strong>{part.text}</strong>;
    if (part.kind === 'emphasis') return <em>{part.text}</em>;
    return part.kind === 'code' ? <code>{part.text}</code> : part.text;
  }

  function link(text: string, target: LinkTarget): ReactNode {
    if (target.kind === 'site')
      return (
        <a href={target.url} target="_blank" rel="noreferrer">
          {text}
        </a>
      );
    if (target.kind === 'page')
      return hasPage(target.path) ? <Link to={target.path}>{text}</Link> : <strong>{text}</strong>;
    return (
      <button type="button" className="help-link" onClick={() => onOpen(target.key)}>
        {text}
      </button>
    );
  }

  function block(of: Block, index: number): ReactNode {
    if (of.kind === 'heading')
      return (
        <h3 key={index} id={headingId(of.text)}>
          {of.text}
        </h3>
      );
    if (of.kind === 'list') {
      const List = of.ordered ? 'ol' : 'ul';
      return (
        <List key={index}>
          {of.items.map((item, at) => (
            <li key={at}>
              {inline(item.parts)}
              {item.points.length > 0 && (
                <ul>
                  {item.points.map((point, below) => (
                    <li key={below}>{inline(point)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </List>
      );
    }
    return (
      <p key={index} className={of.kind === 'note' ? 'help-note' : undefined}>
        {inline(of.parts)}
      </p>
    );
  }

  return (
    <article className="help-article">
      <p className="help-summary">{document.summary}</p>
      {!hasArea(document.menuWord) && (
        <p className="help-note">
          <Icon name="info" /> {t('notInMenu')}
        </p>
      )}
      {document.blocks.map(block)}
    </article>
  );
}
