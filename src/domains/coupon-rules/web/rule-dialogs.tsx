import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { SEND_RUNS } from '../contract/addresses.ts';
import type { CouponRule } from '../contract/coupon-rules.ts';
import { couponRuleEndpoints, type Lending } from '../contract/endpoints.ts';
import { WhoGetsIt } from './rule-preview.tsx';

interface Asked {
  readonly who?: CouponRule;
  readonly run?: CouponRule;
  readonly shared?: true;
  readonly lend?: true;
}
const useAsked = create<Asked>(() => ({}));
const close = (): void => useAsked.setState({}, true);

export const openRuleDialog = (asked: Asked): void => useAsked.setState(asked, true);

/** Stands once on the page of the rules. */
export function RuleDialogs() {
  const { who, run, shared, lend } = useAsked();
  if (who) return <WhoDialog key={who.id} rule={who} />;
  if (run) return <RunDialog key={run.id} rule={run} />;
  if (lend) return <LendDialog />;
  return shared ? <LendingDialog /> : null;
}

function WhoDialog({ rule }: { rule: CouponRule }) {
  return (
    <Dialog title={rule.name} onClose={close} width={520}>
      <WhoGetsIt rule={rule} />
    </Dialog>
  );
}

function RunDialog({ rule }: { rule: CouponRule }) {
  const { t } = useTranslation('coupon-rules');
  return (
    <FormDialog
      namespace="coupon-rules"
      title={t('run.title', { name: rule.name })}
      schema={couponRuleEndpoints.addRun.request}
      initialValues={{ ruleId: rule.id }}
      verb={t('run.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(couponRuleEndpoints.addRun, request, { idempotencyKey, notices: 'none' }).then(() => request.at)
      }
      onSaved={(at) => toast.success(t(at === undefined ? 'run.done' : 'run.planned'))}
      onClose={close}
    >
      <p>{t('run.body')}</p>
      <div>
        <DateTimeField name="at" />
        <p className="field-hint">{t('run.laterHint')}</p>
      </div>
      <WhoGetsIt rule={rule} />
      <p>
        <Link to={`${SEND_RUNS}?ruleId=${rule.id}`} onClick={close}>
          {t('run.all')}
        </Link>
      </p>
    </FormDialog>
  );
}

const QUERY = ['coupon-rules', 'lendings'];

function LendingDialog() {
  const { t } = useTranslation('coupon-rules');
  const query = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => call(couponRuleEndpoints.lendings, {}, { signal, notices: 'none' }),
  });
  return (
    <Dialog
      title={t('shared.title')}
      onClose={close}
      width={600}
      footer={<Button onClick={close}>{t('shared.done')}</Button>}
    >
      <p className="quiet">{t('shared.why')}</p>
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {(lendings) =>
          lendings.length === 0 ? (
            <p>{t('shared.none')}</p>
          ) : (
            <>
              {lendings.map((one) => (
                <LendingRow key={`${one.lenderTenantId}:${one.borrowerTenantId}`} lending={one} />
              ))}
            </>
          )
        }
      </Loaded>
      <AddLending />
    </Dialog>
  );
}

function LendingRow({ lending }: { lending: Lending }) {
  const { t } = useTranslation('coupon-rules');
  const { id } = useTenant();
  const queryClient = useQueryClient();
  const { lenderTenantId, borrowerTenantId, lenderName, borrowerName, lenderAgreedAt, borrowerAgreedAt } = lending;
  const pair = { lenderTenantId, borrowerTenantId };
  const own = id === lenderTenantId ? lenderAgreedAt : borrowerAgreedAt;
  const act = (which: 'agreeLending' | 'removeLending') => () =>
    void call(couponRuleEndpoints[which], pair, { idempotencyKey: crypto.randomUUID() }).then(
      () => queryClient.invalidateQueries({ queryKey: QUERY }),
      () => undefined,
    );
  const areAgreed = lenderAgreedAt !== null && borrowerAgreedAt !== null;
  return (
    <div className="lending">
      <span>{t('shared.lends', { lender: lenderName, borrower: borrowerName })}</span>
      <Tag tone={areAgreed ? 'success' : 'warning'}>{t(areAgreed ? 'shared.agreed' : 'shared.waits')}</Tag>
      {own === null && (
        <ActionButton
          action={{
            key: 'agree',
            label: t('shared.agree'),
            by: couponRuleEndpoints.agreeLending,
            onSelect: act('agreeLending'),
          }}
        />
      )}
      <ActionButton
        action={{
          key: 'end',
          label: t('shared.end'),
          by: couponRuleEndpoints.removeLending,
          onSelect: act('removeLending'),
        }}
      />
    </div>
  );
}

/** For the administrator alone; both tenants still have to agree. */
function AddLending() {
  const { t } = useTranslation('coupon-rules');
  return (
    <ActionButton
      action={{
        ...{ key: 'add', label: t('shared.add'), icon: 'plus', by: couponRuleEndpoints.addLending },
        onSelect: () => openRuleDialog({ lend: true }),
      }}
    />
  );
}

function LendDialog() {
  const { t } = useTranslation('coupon-rules');
  const { id } = useTenant();
  const queryClient = useQueryClient();
  return (
    <FormDialog
      namespace="coupon-rules"
      title={t('shared.title')}
      schema={couponRuleEndpoints.addLending.request}
      initialValues={{ borrowerTenantId: id }}
      verb={t('shared.add')}
      onSubmit={(request, { idempotencyKey }) =>
        call(couponRuleEndpoints.addLending, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => void queryClient.invalidateQueries({ queryKey: QUERY })}
      onClose={() => openRuleDialog({ shared: true })}
    >
      <p className="quiet">{t('shared.numbers')}</p>
      <TextField name="lenderTenantId" />
      <TextField name="borrowerTenantId" />
    </FormDialog>
  );
}
