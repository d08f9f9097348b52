import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { REFILL_RUNS, refillRunPage } from '../contract/addresses.ts';
import { type ClockRobot, PlanRequest, refillRunEndpoints } from '../contract/endpoints.ts';
import { tourKilometres, tourOf } from '../rules/tour.ts';
import { RefillTable } from './refill-table.tsx';
import './refill-runs.css';

const WITHIN = ['8', '24', '72', 'all'] as const;
type Within = (typeof WITHIN)[number];

/** What runs out, who goes, and what is to be taken along. */
export default function NewRunPage() {
  const { t } = useTranslation('refill-runs');
  const [within, setWithin] = useState<Within>('24');
  const [chosen, choose] = useState<readonly string[]>([]);
  const [isPlanning, setPlanning] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['refill-runs', 'clock', within],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        refillRunEndpoints.clock,
        { ...(within === 'all' ? {} : { hours: Number(within) }), ...(pageParam ? { after: pageParam } : {}) },
        { signal, notices: 'none' },
      ),
    getNextPageParam: ({ next }) => next,
  });
  // one that has become less urgent meanwhile comes with a later page once more
  const known = new Map(
    query.data?.pages.flatMap((page) => page.robots.map((robot) => [robot.robotId, robot] as const)),
  );
  const robots = [...known.values()];
  const tour = tourOf(robots.filter(({ robotId }) => chosen.includes(robotId)));
  const free = robots.filter(({ runName }) => runName === null).map(({ robotId }) => robotId);
  return (
    <div className="refill-new">
      <header className="refill-new-head">
        <h1 tabIndex={-1}>{t('new.title')}</h1>
        <ButtonLink icon="backward" to={REFILL_RUNS}>
          {t('detail.toList')}
        </ButtonLink>
      </header>
      <Card title={t('new.clock')} flush>
        <div className="refill-new-bar">
          <Segmented
            label={t('new.within')}
            options={WITHIN.map((value) => ({
              value,
              label: value === 'all' ? t('new.everything') : t('new.hours', { count: Number(value) }),
            }))}
            value={within}
            onChange={setWithin}
          />
          <Button disabled={free.length === 0} onClick={() => choose(free)}>
            {t('new.chooseAll')}
          </Button>
          <span className="quiet">
            {tour.length === 0 ? t('new.choose') : t('new.tour', { km: Math.round(tourKilometres(tour) * 10) / 10 })}
          </span>
          {tour.length > 0 && (
            <Button kind="primary" icon="plus" onClick={() => setPlanning(true)}>
              {t('new.create', { count: tour.length })}
            </Button>
          )}
        </div>
        <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
          {() => <Clock robots={robots} chosen={chosen} onChoose={choose} />}
        </Loaded>
        {query.hasNextPage && (
          <div className="refill-new-bar">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('new.more')}
            </Button>
          </div>
        )}
      </Card>
      {isPlanning && <PlanDialog robotIds={tour.map(({ robotId }) => robotId)} onClose={() => setPlanning(false)} />}
    </div>
  );
}

interface ClockProps {
  robots: readonly ClockRobot[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

function Clock({ robots, chosen, onChoose }: ClockProps) {
  const { t } = useTranslation('refill-runs');
  if (robots.length === 0) return <p className="quiet refill-none">{t('new.none')}</p>;
  const turn = (id: string): void =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <RefillTable
      label={t('new.clock')}
      rows={robots.map((robot) => ({
        ...{ robotId: robot.robotId, materials: robot.materials, isPacked: chosen.includes(robot.robotId) },
        runsOut: <RunsOut hours={robot.hoursToEmpty} />,
        head: (
          <label className="refill-robot">
            <input type="checkbox" checked={chosen.includes(robot.robotId)} onChange={() => turn(robot.robotId)} />
            <span>
              {robot.name}
              <small>
                {[
                  readersName({ name: robot.spotName, nameZh: robot.spotNameZh }),
                  robot.runName !== null && t('new.inRun', { name: robot.runName }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </label>
        ),
      }))}
    />
  );
}

function RunsOut({ hours }: { hours: number | null }) {
  const { t } = useTranslation('refill-runs');
  if (hours === null) return <small>{t('new.noForecast')}</small>;
  if (hours <= 0) return <b className="refill-late">{t('new.out')}</b>;
  return <b>{t('new.inHours', { hours: Math.max(1, Math.round(hours)) })}</b>;
}

const How = PlanRequest.pick({ name: true, assignedTo: true, plannedFor: true, note: true });

function PlanDialog({ robotIds, onClose }: { robotIds: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('refill-runs');
  const navigate = useNavigate();
  const me = useSession((session) => session.user?.id ?? '');
  return (
    <FormDialog
      namespace="refill-runs"
      title={t('new.title')}
      schema={How}
      initialValues={{ name: '', assignedTo: me, plannedFor: null, note: '' }}
      verb={t('new.create', { count: robotIds.length })}
      onSubmit={async (how, { idempotencyKey }) => {
        const run = await call(
          refillRunEndpoints.plan,
          { ...how, robotIds: [...robotIds] },
          { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), notices: 'none' },
        );
        toast.success(t('new.created'));
        void navigate(refillRunPage(run.id));
      }}
      onClose={onClose}
    >
      <TextField name="name" hint={t('new.nameHint')} />
      <UserField name="assignedTo" store="id" />
      <DateTimeField name="plannedFor" />
      <TextAreaField name="note" rows={2} />
    </FormDialog>
  );
}
