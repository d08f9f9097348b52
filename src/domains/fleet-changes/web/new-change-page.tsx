import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { FLEET_CHANGES, fleetChangePage } from '../contract/addresses.ts';
import { type DryRunAnswer, type DryRunRequest, fleetChangeEndpoints, StartRequest } from '../contract/endpoints.ts';
import { NOTHING_ASKED, requestOf } from './asked.ts';
import { DryRun } from './dry-run.tsx';
import { WhatCard, WhereCard } from './what-form.tsx';
import './fleet-changes.css';

/** What, where, and beside it what it would do; the last step says how far it may go wrong. */
export default function NewChangePage() {
  const { t } = useTranslation('fleet-changes');
  const [asked, setAsked] = useState(NOTHING_ASKED);
  const request = useDeferredValue(requestOf(asked));
  const change = (news: Partial<typeof asked>) => setAsked((was) => ({ ...was, ...news }));
  return (
    <div className="fleet-new">
      <header className="fleet-new-head">
        <h1 tabIndex={-1}>{t('new.title')}</h1>
        <ButtonLink icon="backward" to={FLEET_CHANGES}>
          {t('detail.toList')}
        </ButtonLink>
      </header>
      <div className="fleet-new-steps">
        <WhatCard asked={asked} onChange={change} />
        <WhereCard asked={asked} onChange={change} />
        <div className="fleet-new-dry">
          {request ? (
            <Outlook request={request} />
          ) : (
            <Card title={t('new.dry')}>
              <p className="quiet">{t('new.fill')}</p>
            </Card>
          )}
        </div>
      </div>
    </div>
  );
}

function Outlook({ request }: { request: DryRunRequest }) {
  const { t } = useTranslation('fleet-changes');
  const [starting, setStarting] = useState<DryRunAnswer>();
  const query = useQuery({
    queryKey: ['fleet-changes', 'dry-run', request],
    placeholderData: keepPreviousData,
    // what is shown must be what is done
    gcTime: 0,
    queryFn: ({ signal }) => call(fleetChangeEndpoints.dryRun, request, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('new.dry')}>
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {(dry) => (
          <>
            <DryRun dry={dry} />
            <div className="button-group">
              {dry.counts.changes > 0 && (
                <Button kind="primary" icon="upload" busy={query.isPlaceholderData} onClick={() => setStarting(dry)}>
                  {t('new.start', { count: dry.counts.changes })}
                </Button>
              )}
              <Button icon="refresh" busy={query.isFetching} onClick={() => void query.refetch()}>
                {t('new.again')}
              </Button>
            </div>
          </>
        )}
      </Loaded>
      {starting && (
        <StartDialog
          request={request}
          count={starting.counts.changes}
          onClose={() => {
            setStarting(undefined);
            void query.refetch();
          }}
        />
      )}
    </Card>
  );
}

const How = StartRequest.pick({
  ...{ reason: true, limitPercent: true, waitMinutes: true, watchMinutes: true, takesBack: true },
});

function StartDialog(props: { request: DryRunRequest; count: number; onClose: () => void }) {
  const { request, count, onClose } = props;
  const { t } = useTranslation('fleet-changes');
  const navigate = useNavigate();
  return (
    <FormDialog
      namespace="fleet-changes"
      title={t('new.how')}
      schema={How}
      initialValues={{ limitPercent: 10, waitMinutes: 10, watchMinutes: 2, takesBack: true }}
      verb={t('new.start', { count })}
      danger
      onSubmit={async (how, { idempotencyKey }) => {
        const change = await call(
          fleetChangeEndpoints.start,
          { ...request, ...how, expected: count },
          { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), notices: 'none' },
        );
        toast.success(t('new.started'));
        void navigate(fleetChangePage(change.id));
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" rows={2} hint={t('new.reasonHint')} />
      <NumberField name="limitPercent" unit="%" hint={t('new.limitHint')} />
      <NumberField name="waitMinutes" unit={t('new.minutes')} />
      <NumberField name="watchMinutes" unit={t('new.minutes')} />
      <CheckboxField name="takesBack" />
    </FormDialog>
  );
}
