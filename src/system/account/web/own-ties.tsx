import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { thirdLoginEndpoints } from '#system/third-login/contract/endpoints.ts';
import { goToProvider, listProviders } from '#system/third-login/web/leave/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';

/** Accounts elsewhere that open this one, and the providers with which one more can be connected. */
export function OwnTies() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['account', 'ties', language],
    queryFn: async ({ signal }) => ({
      ties: await call(thirdLoginEndpoints.ownTies, {}, { signal, notices: 'none' }),
      providers: await listProviders(),
    }),
  });
  const untie = async (id: string, provider: string) => {
    const isSure = await confirm({
      title: t('ties.untieTitle', { provider }),
      body: t('ties.untieBody'),
      verb: t('ties.untie'),
      danger: true,
    });
    if (!isSure) return;
    await call(thirdLoginEndpoints.untie, { id })
      .then(() => toast.success(t('ties.untied', { provider })))
      .catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  return (
    <Card title={t('ties.title')}>
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {({ ties, providers }) => (
          <>
            {ties.length === 0 && <p className="quiet">{t(providers.length === 0 ? 'ties.off' : 'ties.none')}</p>}
            {ties.length > 0 && (
              <ul className="account-rows">
                {ties.map(({ id, providerName, name, tiedAt, lastLoginAt }) => (
                  <li key={id}>
                    <div>
                      <span>{providerName}</span>
                      <small>
                        {name && `${name} · `}
                        {t('ties.since')} <Time at={tiedAt} part="day" />
                        {lastLoginAt && (
                          <>
                            {' · '}
                            {t('ties.lastLogin')} <Time at={lastLoginAt} relative />
                          </>
                        )}
                      </small>
                    </div>
                    <Button small onClick={() => void untie(id, providerName)}>
                      {t('ties.untie')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {providers.length > 0 && (
              <div className="account-providers">
                <p className="quiet">{t('ties.connectHint')}</p>
                {providers.map(({ source, name }) => (
                  <Button key={source} icon="link" onClick={() => goToProvider(source, 'browser')}>
                    {t('ties.connect', { provider: name })}
                  </Button>
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
