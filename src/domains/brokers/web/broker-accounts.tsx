import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import type { Broker } from '../contract/brokers.ts';
import { useBrokerState } from './broker-states.ts';

const SHOWN = 20;

/** Why the server is not there, and the accounts of the robots that connect there, without passwords. */
export function BrokerAccounts({ row }: { row: Broker }) {
  const { t } = useTranslation('brokers');
  const maySee = useCan(robotEndpoints.getMqtts);
  const state = useBrokerState(row.id);
  const query = useQuery({
    queryKey: ['robots', 'mqtts'],
    queryFn: ({ signal }) => call(robotEndpoints.getMqtts, {}, { signal, notices: 'none' }),
    enabled: maySee,
  });
  return (
    <>
      {state?.problem && <p className="broker-problem">{state.problem}</p>}
      {maySee && (
        <>
          <h3>{t('panel.accounts')}</h3>
          <Loaded query={query} skeleton={<SkeletonLines />}>
            {({ list }) => {
              const own = new Set([row.url, row.tlsUrl].filter(Boolean));
              const here = list.filter(({ url, tlsUrl }) =>
                row.builtIn ? url === builtInUrl(list) || url === tlsUrl : own.has(url),
              );
              if (here.length === 0) return <p className="quiet">{t('panel.noAccounts')}</p>;
              return (
                <>
                  <ul className="broker-accounts">
                    {here.slice(0, SHOWN).map(({ name, username, url }) => (
                      <li key={username}>
                        <Link to={`/devices/robots/${username}`}>{name}</Link>
                        <code>{username}</code>
                        <span className="quiet">{url}</span>
                      </li>
                    ))}
                  </ul>
                  {here.length > SHOWN && <p className="quiet">{t('panel.more', { count: here.length - SHOWN })}</p>}
                </>
              );
            }}
          </Loaded>
        </>
      )}
    </>
  );
}

/** What most robots connect to that were told nothing. */
function builtInUrl(list: readonly { url: string }[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { url } of list) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
