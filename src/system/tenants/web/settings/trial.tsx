import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { CallError } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Icon } from '#ui/icon/icon.tsx';

interface TrialResult {
  readonly works: boolean;
  readonly message: string;
  readonly answer?: string;
}

interface TrialProps<Schema extends z.ZodType> {
  schema: Schema;
  /** Tries what is typed, and nothing is kept. `to` is the receiver, where one is asked for. */
  send: (form: z.output<Schema>, to: string) => Promise<TrialResult>;
  verb: string;
  /** Of the receiver: who gets the message. */
  receiver?: { label: string; type: 'email' | 'tel'; initial: string };
}

/** A trial of the settings as they are typed, and what the other side answered. */
export function Trial<Schema extends z.ZodType>({ schema, send, verb, receiver }: TrialProps<Schema>) {
  const { t } = useTranslation('tenants');
  const { values, isBusy } = useForm();
  const id = useId();
  const [to, setTo] = useState(receiver?.initial ?? '');
  const form = schema.safeParse(values).data;
  const isReady = form !== undefined && (!receiver || to.trim() !== '');
  const trial = useMutation({ mutationFn: (request: z.output<Schema>) => send(request, to.trim()) });
  const { data, error } = trial;
  const said = trial.isPending
    ? undefined
    : (data?.message ?? (error instanceof CallError ? error.message : undefined));
  return (
    <div className="settings-trial">
      {receiver && (
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {receiver.label}
          </label>
          <input
            id={id}
            type={receiver.type}
            autoComplete="off"
            maxLength={254}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
      )}
      <div className="settings-trial-row">
        <Button
          icon="plug"
          busy={trial.isPending}
          disabled={isBusy}
          reason={isReady ? undefined : t('trial.later')}
          onClick={() => form && trial.mutate(form)}
        >
          {verb}
        </Button>
        <Said works={data?.works === true} answer={data?.answer}>
          {said}
        </Said>
      </div>
    </div>
  );
}

function Said({ works, answer, children }: { works: boolean; answer: string | undefined; children: ReactNode }) {
  const { t } = useTranslation('tenants');
  // an empty line has no class: a fault brings its sign along
  const kind = works ? 'trial-works' : 'field-fault';
  return (
    <div role="status">
      {children && (
        <p className={kind}>
          {works && <Icon name="success" size={14} />}
          {children}
        </p>
      )}
      {children && answer && (
        <p className="field-hint">
          {t('trial.answer')} <code>{answer}</code>
        </p>
      )}
    </div>
  );
}
