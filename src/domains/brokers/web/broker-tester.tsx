import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { brokerEndpoints, type TestBrokerRequest } from '../contract/endpoints.ts';

/** Connects with what is typed, and says what the broker answered. */
export function BrokerTester({ id }: { id: string | undefined }) {
  const { t } = useTranslation('brokers');
  const { values, isBusy } = useForm();
  const text = (name: string) => String(values[name] ?? '').trim();
  const trial = useMutation({
    mutationFn: (request: TestBrokerRequest) => call(brokerEndpoints.test, request, { notices: 'none' }),
  });
  const { data, error, isPending } = trial;
  const given = Object.fromEntries(
    (['url', 'tlsUrl', 'username', 'password'] as const).flatMap((name) => {
      const value = name === 'password' ? String(values[name] ?? '') : text(name);
      return value === '' ? [] : [[name, value]];
    }),
  );
  return (
    <div className="broker-trial">
      <Button
        icon="plug"
        busy={isPending}
        disabled={isBusy}
        reason={text('url') || text('tlsUrl') ? undefined : t('hint.tlsUrl')}
        onClick={() => trial.mutate({ ...(id === undefined ? {} : { id }), ...given })}
      >
        {t('test.button')}
      </Button>
      <div role="status" className="broker-trial-answer">
        {isPending && <p className="quiet">{t('test.running')}</p>}
        {!isPending && error instanceof CallError && (
          <>
            <Tag tone="danger">{t('test.fails')}</Tag>
            <p>{error.message}</p>
          </>
        )}
        {!isPending && data && (
          <>
            <Tag tone="success">{t('test.works')}</Tag>
            <p>{t(data.isEncrypted ? 'test.encrypted' : 'test.clear', { ms: data.tookMs })}</p>
          </>
        )}
      </div>
    </div>
  );
}
