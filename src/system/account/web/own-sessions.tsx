import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readUserAgent } from '#platform/viewer/rules/user-agent.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';

const SESSIONS = ['account', 'sessions'] as const;

/** Where the reader is logged in; each but this one can be ended. */
export function OwnSessions() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(sessionEndpoints.ownSessions, {}, { signal, notices: 'none' }),
  });
  const end = async (question: { title: string; verb: string }, work: () => Promise<unknown>) => {
    if (!(await confirm({ ...question, body: t('sessions.body'), danger: true }))) return;
    await work()
      .then(() => toast.success(t('sessions.done')))
      .catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  const endOne = (id: string, name: string) =>
    end({ title: t('sessions.endOne', { name }), verb: t('sessions.end') }, () =>
      call(sessionEndpoints.endOwnSession, { id }),
    );
  const endOthers = () =>
    end({ title: t('sessions.endOthersTitle'), verb: t('sessions.endOthers') }, () =>
      call(sessionEndpoints.endOtherSessions, {}),
    );
  const hasOthers = (query.data?.length ?? 0) > 1;
  return (
    <Card
      title={t('sessions.title')}
      extra={
        hasOthers && (
          <Button small onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(sessions) => (
          <ul className="account-rows">
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnd={(name) => void endOne(session.id, name)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

interface SessionProps {
  session: { userAgent: string; address: string; createdAt: string; lastSeenAt: string; isThis: boolean };
  onEnd: (name: string) => void;
}

function Session({ session, onEnd }: SessionProps) {
  const { t } = useTranslation('account');
  const { userAgent, address, createdAt, lastSeenAt, isThis } = session;
  const { browser, system } = readUserAgent(userAgent);
  const device = [browser, system].filter(Boolean);
  const name = device.length > 0 ? device.join(' · ') : userAgent.slice(0, 60) || t('sessions.unknown');
  return (
    <li>
      <div>
        <span>
          {name}
          {isThis && <Tag tone="success">{t('sessions.this')}</Tag>}
        </span>
        <small>
          {address} · {t('sessions.seen')} <Time at={lastSeenAt} relative /> · {t('sessions.since')}{' '}
          <Time at={createdAt} />
        </small>
      </div>
      {!isThis && (
        <Button small aria-label={t('sessions.endOf', { name })} onClick={() => onEnd(name)}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
