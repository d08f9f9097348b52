import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type CouponRun, couponRuns } from '../contract/coupon-runs.ts';
import { couponRuleEndpoints } from '../contract/endpoints.ts';
import { runTags } from './run-tags.ts';
import './coupon-rules.css';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'planned', request: { state: 'planned,off' } },
  { key: 'running', request: { state: 'waiting,running' } },
  { key: 'done', request: { state: 'done,partial,stopped' } },
  { key: 'failed', request: { state: 'failed' } },
];

/** What rules sent, are sending and are going to send. */
export default recordsPage(couponRuns, {
  icon: 'list',
  views: VIEWS,
  shown: ['slot', 'taskName', 'couponId', 'state', 'sent', 'skipped', 'failed', 'periodKey', 'askedBy'],
  widths: { slot: 168, taskName: 208, couponId: 184, state: 144, sent: 152, skipped: 136, failed: 88, periodKey: 104 },
  cells: {
    state: (row) => <StatusTag of={runTags} code={row.state} />,
    sent: (row) => <Sent run={row as unknown as CouponRun} />,
    askedBy: (row) => <AskedBy run={row as unknown as CouponRun} />,
    problem: (row) => <Why run={row as unknown as CouponRun} />,
  },
  facts: [
    ...['taskName', 'couponId', 'rewardType', 'periodKey', 'slot', 'state', 'planned', 'sent', 'skipped', 'failed'],
    ...['startedAt', 'finishedAt', 'askedBy', 'stoppedBy'],
  ],
  below: (row) => <Why run={row as unknown as CouponRun} />,
  rowActions: (row, t) => runActions(row as unknown as CouponRun, t),
});

/** Under way it is a bar, afterwards a number. */
function Sent({ run: { state, planned, sent, skipped, failed } }: { run: CouponRun }) {
  const { t } = useTranslation('coupon-runs');
  if (state === 'planned' || state === 'off') return '–';
  const words = t('progress', { sent, planned });
  if (state !== 'running') return words;
  return (
    <div className="run-sent">
      {words}
      <Progress label={t('field.sent')} value={sent + skipped + failed} max={planned} />
    </div>
  );
}

function AskedBy({ run: { askedBy } }: { run: CouponRun }) {
  const { t } = useTranslation('coupon-runs');
  return askedBy === '' ? <span className="quiet">{t('clock')}</span> : askedBy;
}

/** Why it ended before all had theirs. */
function Why({ run: { state, problem, planned, sent, skipped, failed, stoppedBy } }: { run: CouponRun }) {
  const { t } = useTranslation('coupon-runs');
  const count = Math.max(0, planned - sent - skipped - failed);
  if (state === 'stopped') return <p className="field-fault">{t('stop.by', { name: stoppedBy, count })}</p>;
  if (problem === '') return null;
  return (
    <p className="field-fault">{t(`problem.${problem.replaceAll('.', '-')}`, { defaultValue: problem, count })}</p>
  );
}

function runActions(row: CouponRun, t: TFunction): RowAction[] {
  if (row.state === 'waiting' || row.state === 'running')
    return [
      {
        ...{ key: 'stop', label: t('stop.button'), icon: 'close', by: couponRuleEndpoints.stopRun, danger: true },
        onSelect: () => void stop(row, t),
      },
    ];
  if (row.state !== 'planned' && row.state !== 'off') return [];
  const on = row.state === 'off';
  const word = on ? 'on' : 'off';
  return [
    {
      ...{ key: word, label: t(`${word}.button`), icon: on ? 'refresh' : 'close', by: couponRuleEndpoints.switchRun },
      onSelect: () =>
        void call(couponRuleEndpoints.switchRun, { id: row.id, on }, { idempotencyKey: crypto.randomUUID() }).then(
          () => toast.success(t(`${word}.done`)),
          () => undefined,
        ),
    },
  ];
}

async function stop({ id, taskName }: CouponRun, t: TFunction): Promise<void> {
  const question = { title: t('stop.title', { name: taskName }), body: t('stop.body'), verb: t('stop.verb') };
  if (!(await confirm({ ...question, danger: true }))) return;
  const idempotencyKey = crypto.randomUUID();
  const ended = await call(couponRuleEndpoints.stopRun, { id }, { idempotencyKey }).catch(() => undefined);
  if (ended) toast.success(t('stop.done', ended));
}
