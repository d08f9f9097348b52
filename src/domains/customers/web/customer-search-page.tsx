import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { customerPage } from '../contract/addresses.ts';
import { customerEndpoints, type FoundCustomer } from '../contract/endpoints.ts';
import { calledBy } from './customer-acts.ts';
import './customers.css';

const SHORTEST = 2;

/** Somebody calls: whatever he says of himself or of his order finds him. */
export default function CustomerSearchPage() {
  const { t } = useTranslation('customers');
  const [params, setParams] = useSearchParams();
  const asked = params.get('text')?.trim() ?? '';
  const [text, setText] = useState(asked);
  const query = useQuery({
    queryKey: ['customers', 'search', asked],
    enabled: asked.length >= SHORTEST,
    queryFn: ({ signal }) => call(customerEndpoints.search, { text: asked }, { signal, notices: 'none' }),
  });
  return (
    <div className="customer-search">
      <h1 tabIndex={-1}>{t('search.title')}</h1>
      <search>
        <form
          className="customer-search-form"
          onSubmit={(event) => {
            event.preventDefault();
            setParams({ text: text.trim() });
          }}
        >
          <label>
            <span>{t('search.label')}</span>
            <input type="search" value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
          </label>
          <Button kind="primary" type="submit" disabled={text.trim().length < SHORTEST}>
            {t('search.verb')}
          </Button>
        </form>
      </search>
      {asked.length < SHORTEST ? (
        <Empty icon="search" title={t('search.first')}>
          {t('search.how')}
        </Empty>
      ) : (
        <Loaded query={query} skeleton={<Skeleton height={160} />}>
          {(found) =>
            found.length === 0 ? (
              <Empty icon="search" title={t('search.none', { text: asked })}>
                {t('search.how')}
              </Empty>
            ) : (
              <Card title={t('search.found', { count: found.length })}>
                <ul className="customer-hits">
                  {found.map((hit) => (
                    <Hit key={hit.id} hit={hit} />
                  ))}
                </ul>
              </Card>
            )
          }
        </Loaded>
      )}
    </div>
  );
}

function Hit({ hit }: { hit: FoundCustomer }) {
  const { t } = useTranslation('customers');
  const facts = [hit.userId, hit.clientName, hit.phone, hit.email].filter(Boolean);
  return (
    <li>
      <Link to={customerPage(hit.id)} className="record-identity">
        {calledBy(hit)}
      </Link>
      <span className="quiet customer-hit-facts">{facts.join(' · ')}</span>
      <Tag tone="info" plain>
        {t(`foundBy.${hit.foundBy}`, { orderNo: hit.orderNo ?? '' })}
      </Tag>
      <span className="quiet">
        <Time at={hit.lastSeenAt} relative />
      </span>
    </li>
  );
}
