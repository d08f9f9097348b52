import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ActionButton, ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { whereRequest } from '#ui/record-list/where-text.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { DAILY_CLOSE } from '../contract/addresses.ts';
import { closeDifferences } from '../contract/differences.ts';
import { type DayClose, dailyCloseEndpoints, SignRequest, UnlockRequest } from '../contract/endpoints.ts';
import { sheetLines } from '../contract/sheet-lines.ts';
import { dayKey, useDay } from './close-queries.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { type Asked, Differences } from './differences.tsx';
import { Sheet } from './sheet.tsx';
import { closeStateTags } from './tags.ts';
import { ThreeWays } from './three-ways.tsx';
import { CloseHistory, Corrections, TimingList } from './told.tsx';
import './daily-close.css';

/** One day: whether it fits together, what to do where it does not, its sheet, and the sign-off. It prints as the day sheet. */
export default function DayPage() {
  const { day = '' } = useParams();
  const { t } = useTranslation('daily-close');
  const query = useDay(day);
  const [asked, setAsked] = useState<Asked>();
  const [signing, setSigning] = useState<'sign' | 'unlock'>();
  const title = t('day.named', { day });
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={dayKey(day)}
        title={title}
        name={query.data && title}
        back={{ to: DAILY_CLOSE, label: t('day.toList') }}
        state={({ state }) => <StatusTag of={closeStateTags} code={state} />}
        actions={(close) => <Actions close={close} onSign={setSigning} onRun={() => void query.refetch()} />}
        viewsLabel={title}
        views={[
          {
            key: 'overview',
            label: t('day.sheet'),
            content: (close) => (
              <div className="close-day">
                <Said close={close} />
                <ThreeWays close={close} />
                <Differences close={close} onAsk={setAsked} />
                <Sheet close={close} />
                <Corrections close={close} />
                <TimingList close={close} />
                <Signature close={close} />
                <CloseHistory close={close} />
              </div>
            ),
          },
        ]}
      />
      {asked && <DifferenceDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {signing && <SignDialog day={day} what={signing} onClose={() => setSigning(undefined)} onDone={query.refetch} />}
    </>
  );
}

/** Which hours the day has, how far its run is, and what keeps it from going on. */
function Said({ close }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  const { state, failure, step, fetched, runAt } = close;
  return (
    <>
      <p className="quiet close-zone">
        <Time at={close.from} /> – <Time at={close.before} />, {close.timeZone}
        {runAt && (
          <>
            {' · '}
            {t('field.runAt')} <Time at={runAt} />
          </>
        )}
      </p>
      {state === 'running' && (
        <p className="close-running" role="status">
          <Icon name="refresh" />
          <span>{t(step === 'matching' ? 'day.matching' : 'day.running', { count: fetched })}</span>
        </p>
      )}
      {failure && (
        <p className="close-failure" role="alert">
          <Icon name="warning" />
          <span>{t(`day.failure.${failure}`)}</span>
        </p>
      )}
      {state === 'signed' && <p className="quiet close-locked">{t('day.locked')}</p>}
    </>
  );
}

interface ActionsProps {
  close: DayClose;
  onSign: (what: 'sign' | 'unlock') => void;
  onRun: () => void;
}

function Actions({ close: { day, state, openCount }, onSign, onRun }: ActionsProps) {
  const { t } = useTranslation('daily-close');
  const run = async (): Promise<void> => {
    await call(dailyCloseEndpoints.run, { day });
    toast.success(t('ask.runDone'));
    onRun();
  };
  const isRunning = state === 'running';
  const reason = isRunning ? t('ask.signRunning') : openCount > 0 ? t('ask.signOpen', { count: openCount }) : undefined;
  return (
    <>
      <FileMenu day={day} />
      <ActionButton
        brief
        action={{ key: 'print', label: t('action.print'), icon: 'print', onSelect: () => window.print() }}
      />
      {state !== 'signed' && (
        <ActionButton
          brief
          action={{
            ...{ key: 'run', label: t('action.run'), icon: 'refresh', by: dailyCloseEndpoints.run },
            onSelect: () => void run().catch(() => undefined),
          }}
        />
      )}
      {state === 'signed' ? (
        <ActionButton
          action={{
            ...{ key: 'unlock', label: t('action.unlock'), icon: 'undo', by: dailyCloseEndpoints.unlock },
            onSelect: () => onSign('unlock'),
          }}
        />
      ) : (
        <ActionButton
          kind="primary"
          action={{
            ...{ key: 'sign', label: t('action.sign'), icon: 'check', by: dailyCloseEndpoints.sign },
            ...(reason === undefined ? {} : { disabled: true, reason }),
            onSelect: () => onSign('sign'),
          }}
        />
      )}
    </>
  );
}

/** The sheet and the differences as files. */
function FileMenu({ day }: { day: string }) {
  const { t } = useTranslation(['daily-close', 'transfers']);
  const navigate = useNavigate();
  const start = async (list: typeof sheetLines | typeof closeDifferences, format: 'xlsx' | 'csv'): Promise<void> => {
    const ofDay = whereRequest({ match: 'and', conditions: [{ field: 'day', rule: 'eq', val: day }] });
    await call(list.endpoints.export as never, { ...ofDay, format } as never);
    toast.success(t('transfers:export.started'), {
      action: { label: t('transfers:export.toDownloads'), run: () => void navigate(DOWNLOADS) },
    });
  };
  return (
    <ActionMenu
      label={t('transfers:export.button')}
      actions={(['xlsx', 'csv'] as const).flatMap((format) =>
        ([sheetLines, closeDifferences] as const).map((list) => ({
          key: `${list.name} ${format}`,
          label: `${t(list === sheetLines ? 'action.export' : 'difference.export')} (${format.toUpperCase()})`,
          by: list.endpoints.export,
          onSelect: () => void start(list as typeof sheetLines, format).catch(() => undefined),
        })),
      )}
    />
  );
}

/** On paper: who stands for the day, or where to sign by hand. */
function Signature({ close: { signedByName, signedAt, signNote } }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  return (
    <section className="close-signature">
      {signedAt ? (
        <p>
          <strong>{t('day.signedBy', { name: signedByName })}</strong> <Time at={signedAt} />
          {signNote !== '' && <> · {signNote}</>}
        </p>
      ) : (
        <p className="close-by-hand">
          <strong>{t('print.notSigned')}</strong>
          <span>{t('print.byHand')}</span>
        </p>
      )}
    </section>
  );
}

interface SignDialogProps {
  day: string;
  what: 'sign' | 'unlock';
  onClose: () => void;
  onDone: () => unknown;
}

function SignDialog({ day, what, onClose, onDone }: SignDialogProps) {
  const { t } = useTranslation('daily-close');
  const shared = {
    ...{ namespace: 'daily-close', title: t(`ask.${what}Title`, { day }), intro: <p>{t(`ask.${what}About`)}</p> },
    ...{ verb: t(`action.${what}`), onClose },
    onSaved: () => {
      toast.success(t(`ask.${what}Done`, { day }));
      onDone();
    },
  };
  return what === 'sign' ? (
    <FormDialog
      {...shared}
      schema={SignRequest}
      initialValues={{ day, note: '' }}
      onSubmit={(request, { idempotencyKey }) => call(dailyCloseEndpoints.sign, request, { idempotencyKey })}
    >
      <TextAreaField name="note" />
    </FormDialog>
  ) : (
    <FormDialog
      {...shared}
      schema={UnlockRequest}
      initialValues={{ day, reason: '' }}
      danger
      onSubmit={(request, { idempotencyKey }) => call(dailyCloseEndpoints.unlock, request, { idempotencyKey })}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
