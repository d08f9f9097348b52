import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceResult } from '#domains/device-commands/contract/endpoints.ts';
import type { CommandState } from '#domains/devices/contract/commands.ts';
import { commandStateTags } from '#domains/robots/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { advertEndpoints } from '../contract/endpoints.ts';
import { type Asked, closeAdvertDialog } from './asked.ts';

const ASK_AGAIN_MS = 2_000;
const UNDER_WAY: readonly CommandState[] = ['queued', 'sent', 'accepted', 'running'];

/** Sends the lists, and shows what becomes of each until all have answered. */
export function PushDialog({ asked }: { asked: Asked & { kind: 'push' } }) {
  const { t } = useTranslation(['adverts', 'ui']);
  const close = () => closeAdvertDialog(asked);
  const push = useMutation({
    mutationFn: (idempotencyKey: string) =>
      call(advertEndpoints.push, asked.asked, { idempotencyKey, notices: 'none' }),
  });
  // sent once, however often the dialog is drawn
  const key = useRef<string>(undefined);
  useEffect(() => {
    if (key.current !== undefined) return;
    key.current = crypto.randomUUID();
    push.mutate(key.current);
  }, [push]);
  const { data, error } = push;
  return (
    <Dialog
      title={t('push.title')}
      width={640}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('push.close')}
        </Button>
      }
    >
      {error ? (
        <p role="alert" className="field-fault">
          {error instanceof CallError ? error.message : t('push.failed')}
        </p>
      ) : data ? (
        <Results results={data.results} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  );
}

function Results({ results }: { results: readonly DeviceResult[] }) {
  const { t } = useTranslation('adverts');
  const commandIds = results.flatMap(({ commandId }) => commandId ?? []);
  const { data } = useQuery({
    queryKey: ['advert-push', commandIds],
    enabled: commandIds.length > 0,
    queryFn: ({ signal }) => call(advertEndpoints.pushResults, { commandIds }, { signal, notices: 'none' }),
    refetchInterval: ({ state: { data: now } }) =>
      now?.every(({ state }) => !UNDER_WAY.includes(state)) ? false : ASK_AGAIN_MS,
  });
  const byCommand = new Map(data?.map((one) => [one.commandId, one]));
  const done = data?.filter(({ state }) => state === 'succeeded').length ?? 0;
  return (
    <>
      <p role="status">{t('push.done', { done, count: results.length })}</p>
      <ul className="push-results">
        {results.map((result) => {
          const now = byCommand.get(result.commandId ?? '');
          return (
            <li key={result.imei}>
              <span className="showing-place">
                <strong>{result.name}</strong>
                <small className="quiet">{result.imei}</small>
              </span>
              {result.commandId === null ? (
                <Tag tone="danger">{t('push.refused')}</Tag>
              ) : (
                <StatusTag of={commandStateTags} code={now?.state ?? result.state} />
              )}
              <span className="quiet">{result.message ?? resultWords(now)}</span>
            </li>
          );
        })}
      </ul>
      <p className="field-hint">{t('push.hint')}</p>
    </>
  );
}

const resultWords = (
  now: { state: CommandState; resultText: string | null; resultCode: string | null } | undefined,
): string => now?.resultText || (now?.state === 'succeeded' ? '' : (now?.resultCode ?? ''));
