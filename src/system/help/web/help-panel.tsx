import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { Button } from '#ui/button/button.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { SidePanel } from '#ui/side-panel/side-panel.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { FIRST_STEPS, type HelpKey, helpAddress } from '../contract/help-keys.ts';
import { findInHelp, type HelpHit } from '../rules/find-in-help.ts';
import type { HelpDocuments } from './documents.ts';
import { HelpArticle, headingId } from './help-article.tsx';
import { useDocuments } from './use-documents.ts';
import './help.css';

interface Place {
  readonly key: string;
  readonly heading: string;
}

/** Help beside the page that it is about: search, first steps, the documents, and links that can be sent on. */
export default function HelpPanel({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('help');
  const { data: documents, error, refetch } = useDocuments(currentLanguage());
  const [place, setPlace] = useState<Place>();
  const [search, setSearch] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const shown = documents?.find(([key]) => key === place?.key);

  useEffect(() => {
    const heading = place?.heading ? document.getElementById(headingId(place.heading)) : undefined;
    if (heading) heading.scrollIntoView({ block: 'start' });
    else body.current?.parentElement?.scrollTo({ top: 0 });
  }, [place]);

  const open = (key: string, heading = ''): void => setPlace({ key, heading });
  const address = shown && helpAddress(shown[0] as HelpKey, i18n.language);
  return (
    <SidePanel title={shown ? shown[1].title : t('title')} onClose={onClose} fullPage={address}>
      <div ref={body} className="help-panel">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !documents ? (
          <SkeletonLines lines={6} />
        ) : shown ? (
          <>
            <Button kind="quiet" small icon="previous" onClick={() => setPlace(undefined)}>
              {t('all')}
            </Button>
            <HelpArticle document={shown[1]} onOpen={open} />
          </>
        ) : (
          <>
            <input
              type="search"
              className="help-search"
              aria-label={t('search')}
              placeholder={t('search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Contents documents={documents} search={search} onOpen={open} />
          </>
        )}
      </div>
    </SidePanel>
  );
}

interface ContentsProps {
  documents: HelpDocuments;
  search: string;
  onOpen: (key: string, heading?: string) => void;
}

function Contents({ documents, search, onOpen }: ContentsProps) {
  const { t } = useTranslation('help');
  if (search.trim() === '')
    return (
      <ul className="help-list">
        {documents.map(([key, { title, summary }]) => (
          <li key={key} className={key === FIRST_STEPS ? 'help-first' : undefined}>
            <button type="button" onClick={() => onOpen(key)}>
              <strong>{title}</strong>
              <span>{summary}</span>
            </button>
          </li>
        ))}
      </ul>
    );
  const hits = findInHelp(documents, search);
  return (
    <>
      <p role="status" className="help-count">
        {t('hits', { count: hits.length })}
      </p>
      <ul className="help-list">
        {hits.map((hit) => (
          <li key={`${hit.key} ${hit.heading}`}>
            <button type="button" onClick={() => onOpen(hit.key, hit.heading)}>
              <strong>{hit.heading === '' ? hit.title : t('hit', { title: hit.title, heading: hit.heading })}</strong>
              <Snippet of={hit} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Snippet({ of: { snippet } }: { of: HelpHit }) {
  const [before, found, after] = snippet;
  return (
    <span>
      {before}
      {found && <mark>{found}</mark>}
      {after}
    </span>
  );
}
