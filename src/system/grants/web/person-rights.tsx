import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { explainEndpoints, type HeldRight } from '../contract/endpoints.ts';
import { ThroughText } from './through-text.tsx';
import './grants.css';
import { joinWords } from '#platform/i18n/rules/join-words.ts';

/** What a person can do in this tenant, page by page, and through which roles; nothing for readers who may not see roles. */
export function PersonRights({ userId }: { userId: string }) {
  const { t } = useTranslation('grants');
  const maySee = useCan(explainEndpoints.rightsOfPerson);
  const [sought, setSought] = useState('');
  const query = useQuery({
    queryKey: ['roles', 'person', userId],
    enabled: maySee,
    queryFn: ({ signal }) => call(explainEndpoints.rightsOfPerson, { userId }, { signal, notices: 'none' }),
  });
  if (!maySee) return null;
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
      {({ isRoot, rights }) => {
        if (isRoot) return <p>{t('person.root')}</p>;
        if (rights.length === 0) return <p className="quiet">{t('person.none')}</p>;
        const word = sought.trim().toLowerCase();
        const found = rights.filter(({ name, pageName }) => `${name} ${pageName}`.toLowerCase().includes(word));
        return (
          <>
            <div className="grant-tools">
              <input
                type="search"
                aria-label={t('search')}
                placeholder={t('search')}
                value={sought}
                onChange={(event) => setSought(event.target.value)}
              />
              <span className="grant-count">{t('count', { count: found.length })}</span>
            </div>
            {[...Map.groupBy(found, ({ pageName }) => pageName)].map(([page, of]) => (
              <RightsOfPage key={page} page={page || t('person.others')} rights={of} />
            ))}
          </>
        );
      }}
    </Loaded>
  );
}

function RightsOfPage({ page, rights }: { page: string; rights: readonly HeldRight[] }) {
  const { t, i18n } = useTranslation('grants');
  return (
    <section className="person-rights">
      <h3>{page}</h3>
      <ul>
        {rights.map((right) => (
          <li key={right.permissionId}>
            <span>{right.name}</span>
            <small>
              <ThroughText through={right.through} />
              {right.rules.length > 0 && ` · ${t('person.narrowed', { rules: joinWords(right.rules, i18n.language) })}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
