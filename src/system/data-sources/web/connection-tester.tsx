import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { dataSourceEndpoints, TestConnectionRequest } from '../contract/endpoints.ts';

/** Connects with what is typed, and says what the other side answered. */
export function ConnectionTester({ id }: { id: string | undefined }) {
  const { t } = useTranslation('data-sources');
  const { values, isBusy } = useForm();
  const text = (name: string) => String(values[name] ?? '').trim();
  const asked = TestConnectionRequest.safeParse({
    ...(id === undefined ? {} : { id }),
    ...{ dbType: text('dbType'), dbUrl: text('dbUrl'), dbUsername: text('dbUsername') },
    dbPassword: String(values['dbPassword'] ?? ''),
  });
  const trial = useMutation({
    mutationFn: (request: TestConnectionRequest) => call(dataSourceEndpoints.test, request, { notices: 'none' }),
  });
  const { data, error, isPending } = trial;
  const isReady = asked.success && asked.data.dbUsername !== '';
  return (
    <div className="source-trial">
      <Button
        icon="plug"
        busy={isPending}
        disabled={isBusy}
        reason={isReady ? undefined : t('test.fill')}
        onClick={() => asked.data && trial.mutate(asked.data)}
      >
        {t('test.button')}
      </Button>
      <div role="status" className="source-trial-answer">
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
            <p>{t('test.version', { version: data.serverVersion, ms: data.tookMs })}</p>
            <p>{t(data.isEncrypted ? 'test.encrypted' : 'test.clear')}</p>
            <p>{t(data.mayWrite ? 'test.mayWrite' : 'test.readOnly')}</p>
          </>
        )}
      </div>
    </div>
  );
}
