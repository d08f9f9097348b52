import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Language } from '#platform/http/contract/envelope.ts';
import { currentLanguage, LANGUAGES, offeredLanguages } from '#platform/i18n/web/language.ts';
import { useTabTitle } from '#platform/routing/web/tab.ts';
import { Card } from '#ui/card/card.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { FIRST_STEPS, type HelpKey, helpAddress } from '../contract/help-keys.ts';
import { HelpArticle } from './help-article.tsx';
import { useDocuments } from './use-documents.ts';
import './help.css';

/** One document as a page of its own, for links; in the language of the link where it names one. */
export default function HelpPage() {
  const { t } = useTranslation('help');
  const { key = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const language: Language = LANGUAGES.find((tag) => tag === params.get('language')) ?? currentLanguage();
  const { data: documents, error, refetch } = useDocuments(language);
  const found = documents?.find(([name]) => name === key) ?? documents?.find(([name]) => name === FIRST_STEPS);
  const asked = params.get('language') ?? undefined;
  const to = (name: string, tag = asked): string => helpAddress(name as HelpKey, tag);
  useTabTitle(found?.[1].title);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!documents || !found)
    return (
      <Card>
        <SkeletonLines lines={8} />
      </Card>
    );
  return (
    <div className="help-page" lang={language}>
      <header>
        <h1 tabIndex={-1}>{found[1].title}</h1>
        <nav aria-label={t('languages')}>
          {offeredLanguages().map(({ tag, name }) => (
            <Link key={tag} to={to(found[0], tag)} lang={tag} aria-current={tag === language ? 'true' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
      </header>
      <Card>
        <HelpArticle document={found[1]} onOpen={(name) => void navigate(to(name))} />
      </Card>
      <nav className="help-more" aria-label={t('all')}>
        <h2>{t('all')}</h2>
        <ul>
          {documents.map(([name, { title }]) => (
            <li key={name}>
              {name === found[0] ? <span aria-current="page">{title}</span> : <Link to={to(name)}>{title}</Link>}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
