import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Chart } from '#ui/chart/chart.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import { feePlanEndpoints } from '../contract/endpoints.ts';
import type { FeePlan } from '../contract/plan.ts';
import { REPLAY_SCOPES, REPLAYED_DAYS, type Replay, type ReplayRequest } from '../contract/replay.ts';

interface FeeReplayProps {
  plan: FeePlan;
  /** Where a plan that is kept is being changed: its rentals alone can be asked about. */
  planId?: string | undefined;
}

/** What the rentals of the last 90 days would have cost by a plan, when somebody asks for it: it counts all of them. */
export function FeeReplay({ plan, planId }: FeeReplayProps) {
  const { t } = useTranslation('fee-plans');
  const may = useCan(feePlanEndpoints.replay);
  const [scope, setScope] = useState<ReplayRequest['scope']>('all');
  const asked = useMutation({
    mutationFn: (request: ReplayRequest) => call(feePlanEndpoints.replay, request),
  });
  if (!may) return null;
  // an answer about another plan than the one that stands above would mislead
  const answer = asked.variables?.plan === plan && asked.variables.scope === scope ? asked.data : undefined;
  return (
    <section className="fee-replay" aria-label={t('replay.title')}>
      <h3>{t('replay.title')}</h3>
      <p className="quiet">{t('replay.explain', { days: REPLAYED_DAYS })}</p>
      <div className="fee-replay-ask">
        {planId !== undefined && (
          <Segmented
            label={t('replay.scope')}
            options={REPLAY_SCOPES.map((value) => ({ value, label: t(`replay.of.${value}`) }))}
            value={scope}
            onChange={setScope}
          />
        )}
        <Button
          icon="refresh"
          busy={asked.isPending}
          onClick={() => asked.mutate({ plan, scope, ...(planId === undefined ? {} : { planId }) })}
        >
          {t(asked.isPending ? 'replay.running' : 'replay.button')}
        </Button>
      </div>
      {answer && <Outcome replay={answer} />}
    </section>
  );
}

function Outcome({ replay }: { replay: Replay }) {
  const { t } = useTranslation('fee-plans');
  const format = useFormatMoney();
  const time = useFormatTime();
  const language = useLanguage();
  const { timeZone } = useTenant();
  const day = cachedDateFormat(language, { month: 'short', day: 'numeric', timeZone });
  const currency = replay.currency as Currency;
  const money = (minor: number) => format(minor, currency);
  if (replay.rentals === 0) return <p>{t('replay.none')}</p>;
  const { charged, kept, drawn, more, less, same, weeks } = replay;
  const shares = [
    ['more', more],
    ['less', less],
  ] as const;
  return (
    <>
      <Sums replay={replay} />
      <ul className="fee-replay-words">
        {shares.map(([key, { customers, sumMinor, medianMinor, mostMinor }]) => (
          <li key={key}>
            {customers === 0
              ? t(`replay.nobody.${key}`)
              : t(`replay.${key}`, {
                  ...{ count: customers, sum: money(sumMinor), median: money(medianMinor), most: money(mostMinor) },
                })}
          </li>
        ))}
        <li>{t('replay.same', { count: same })}</li>
        <li className="quiet">
          {kept.revenueMinor === charged.revenueMinor
            ? t('replay.agrees')
            : t('replay.differs', { amount: money(kept.revenueMinor - charged.revenueMinor) })}
        </li>
      </ul>
      <Chart
        label={t('replay.weeks')}
        pointLabel={t('replay.week')}
        empty={t('replay.none')}
        shape="lines"
        points={weeks.map(({ from }) => ({
          label: day.format(new Date(from)),
          title: t('replay.weekOf', { day: time(from, 'day') }),
        }))}
        series={[
          { key: 'drawn', label: t('replay.drawn'), values: weeks.map(({ drawnMinor }) => drawnMinor) },
          {
            ...{ key: 'charged', label: t('replay.charged'), isGhost: drawn.revenueMinor !== charged.revenueMinor },
            values: weeks.map(({ chargedMinor }) => chargedMinor),
          },
        ]}
        format={money}
        formatShort={money}
      />
    </>
  );
}

/** By how long rentals took, with their sum. */
function Sums({ replay }: { replay: Replay }) {
  const { t } = useTranslation('fee-plans');
  const format = useFormatMoney();
  const currency = replay.currency as Currency;
  const signed = (minor: number): string => `${minor > 0 ? '+' : ''}${format(minor, currency)}`;
  const row = (
    key: string,
    title: string,
    { rentals, chargedMinor, drawnMinor }: { rentals?: number; chargedMinor: number; drawnMinor: number },
  ) => (
    <tr key={key}>
      <th scope="row">{title}</th>
      <td className="end figures">{rentals}</td>
      <td className="end figures">{format(chargedMinor, currency)}</td>
      <td className="end figures">{format(drawnMinor, currency)}</td>
      <td className="end figures">{drawnMinor === chargedMinor ? '–' : signed(drawnMinor - chargedMinor)}</td>
    </tr>
  );
  const { rentals, charged, drawn } = replay;
  return (
    <ScrollBox label={t('replay.table')}>
      <table className="plain-table fee-replay-sums">
        <thead>
          <tr>
            <th scope="col">{t('replay.took')}</th>
            {(['rentals', 'charged', 'drawn', 'difference'] as const).map((key) => (
              <th key={key} scope="col" className="end">
                {t(`replay.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{replay.spans.map((one) => row(one.span, t(`replay.span.${one.span}`), one))}</tbody>
        <tfoot>
          {row('sum', t('replay.revenue'), {
            ...{ rentals, chargedMinor: charged.revenueMinor, drawnMinor: drawn.revenueMinor },
          })}
          {row('median', t('replay.median'), { chargedMinor: charged.medianMinor, drawnMinor: drawn.medianMinor })}
        </tfoot>
      </table>
    </ScrollBox>
  );
}
