import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import {
  type BegunSecondStep,
  ConfirmRequest,
  type OwnSecondStep,
  type RecoveryCodes,
  secondStepEndpoints,
} from '#system/second-step/contract/endpoints.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { QrCode } from '#ui/qr-code/qr-code.tsx';
import { ShownOnce } from '#ui/shown-once/shown-once.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';

const OWN = ['account', 'second-step'] as const;

/** Whether the login asks for the code of an authenticator app as well (decision 143). */
export function SecondStep() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [begun, setBegun] = useState<BegunSecondStep>();
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery({
    queryKey: OWN,
    queryFn: ({ signal }) => call(secondStepEndpoints.own, {}, { signal, notices: 'none' }),
  });
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['account'] });
  const show = async ({ codes: made }: RecoveryCodes): Promise<void> => {
    setCodes(made);
    await refresh();
  };

  // what the server refuses is told in general
  const turnOn = () =>
    call(secondStepEndpoints.begin, {})
      .then(setBegun)
      .catch(() => undefined);
  const renew = async () => {
    const question = {
      title: t('secondStep.renewTitle'),
      body: t('secondStep.renewBody'),
      verb: t('secondStep.renew'),
    };
    if (!(await confirm(question))) return;
    await call(secondStepEndpoints.renewCodes, {})
      .then(show)
      .catch(() => undefined);
  };
  const turnOff = async () => {
    const question = { title: t('secondStep.turnOffTitle'), body: t('secondStep.turnOffBody') };
    if (!(await confirm({ ...question, verb: t('secondStep.turnOff'), danger: true }))) return;
    await call(secondStepEndpoints.end, {})
      .then(() => toast.success(t('secondStep.turnedOff')))
      .catch(() => undefined);
    await refresh();
  };

  return (
    <Card title={t('secondStep.title')}>
      <p className="quiet">{t('secondStep.about')}</p>
      <Loaded query={query} skeleton={<Skeleton height={52} />}>
        {(own) => (
          <ul className="account-rows">
            <li>
              <State own={own} />
              {own.since === null ? (
                <Button small onClick={() => void turnOn()}>
                  {t('secondStep.turnOn')}
                </Button>
              ) : (
                <>
                  <Button small onClick={() => void renew()}>
                    {t('secondStep.renew')}
                  </Button>
                  <Button small onClick={() => void turnOff()}>
                    {t('secondStep.turnOff')}
                  </Button>
                </>
              )}
            </li>
          </ul>
        )}
      </Loaded>
      {begun && (
        <SetUp
          begun={begun}
          // after the dialog has closed itself
          onConfirmed={(answer) => queueMicrotask(() => void show(answer))}
          onClose={() => setBegun(undefined)}
        />
      )}
      {codes && (
        <ShownOnce
          title={t('secondStep.codesTitle')}
          text={t('secondStep.codesBody')}
          value={codes.join('\n')}
          copyLabel={t('secondStep.copy')}
          copied={t('secondStep.copied')}
          doneLabel={t('secondStep.kept')}
          onClose={() => setCodes(undefined)}
        />
      )}
    </Card>
  );
}

function State({ own: { since, codesLeft } }: { own: OwnSecondStep }) {
  const { t } = useTranslation('account');
  if (since === null)
    return (
      <div>
        <span>{t('secondStep.off')}</span>
      </div>
    );
  return (
    <div>
      <span>
        {t('secondStep.onSince')} <Time at={since} part="day" />
      </span>
      <small>{codesLeft === 0 ? t('secondStep.noCodes') : t('secondStep.codesLeft', { count: codesLeft })}</small>
    </div>
  );
}

interface SetUpProps {
  begun: BegunSecondStep;
  onConfirmed: (answer: RecoveryCodes) => void;
  onClose: () => void;
}

/** The app takes the secret over, and shows with its first code that it has. */
function SetUp({ begun: { secret, address }, onConfirmed, onClose }: SetUpProps) {
  const { t } = useTranslation('account');
  return (
    <FormDialog
      namespace="account"
      title={t('secondStep.setUp')}
      schema={ConfirmRequest}
      initialValues={{}}
      verb={t('secondStep.confirm')}
      intro={
        <div className="account-app">
          <p>{t('secondStep.scan')}</p>
          <QrCode text={address} label={t('secondStep.qr')} />
          <p>
            {t('secondStep.secret')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </div>
      }
      onSubmit={(request, { idempotencyKey }) =>
        call(secondStepEndpoints.confirm, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => onConfirmed(answer as RecoveryCodes)}
      onClose={onClose}
    >
      <TextField name="code" inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  );
}
