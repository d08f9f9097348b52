import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { PAGE_SIZES, type PageSize } from '#ui/pagination/page-sizes.ts';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';

/** Logins of the account, refused ones too, and changes of what one logs in with: a stranger's are noticed here. */
export function AccountLog() {
  const { t, i18n } = useTranslation('account');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<PageSize>(PAGE_SIZES[0]);
  const query = useQuery({
    queryKey: ['account', 'log', page, size],
    queryFn: ({ signal }) =>
      call(sessionEndpoints.accountActs, { pageNo: page, pageSize: size }, { signal, notices: 'none' }),
    placeholderData: (before) => before,
  });
  const nameOf = (action: string): string => {
    const key = `act.${action.replace(':', '-')}`;
    return i18n.exists(key, { ns: 'account' }) ? t(`act.${action.replace(':', '-')}`) : action;
  };
  return (
    <Card title={t('log.title')}>
      <Loaded query={query} skeleton={<Skeleton height={200} />}>
        {({ records, total }) => (
          <>
            {total === 0 && <p className="quiet">{t('log.none')}</p>}
            <ul className="account-rows">
              {records.map(({ id, at, action, isRefused, address }) => (
                <li key={id}>
                  <div>
                    <span>
                      {nameOf(action)}
                      {isRefused && <Tag tone="danger">{t('log.refused')}</Tag>}
                    </span>
                    <small>{address}</small>
                  </div>
                  <Time at={at} part="second" />
                </li>
              ))}
            </ul>
            {total > PAGE_SIZES[0] && (
              <Pagination
                {...{ page, size, total }}
                onPage={setPage}
                onSize={(next) => {
                  setPage(1);
                  setSize(next);
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
