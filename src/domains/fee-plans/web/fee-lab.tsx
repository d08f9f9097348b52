import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Chart } from '#ui/chart/chart.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { type Fee, type FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';
import { drawnMinutes, exampleMinutes, HORIZONS, type Horizon } from '../rules/lab-times.ts';
import { rentalFee } from '../rules/rental-fee.ts';
import './fee-lab.css';

export interface FeeLabProps {
  plan: FeePlan;
  /** As it is kept, beside the plan that somebody is writing. */
  kept?: FeePlan | undefined;
}

/** What a plan costs over time, drawn and in words; beside the one that is kept now, where there is one. */
export function FeeLab({ plan, kept }: FeeLabProps) {
  const { t } = useTranslation('fee-plans');
  const [horizon, setHorizon] = useState<Horizon>('day');
  return (
    <section className="fee-lab" aria-label={t('lab.title')}>
      <Segmented
        label={t('lab.over')}
        options={HORIZONS.map((value) => ({ value, label: t(`lab.horizon.${value}`) }))}
        value={horizon}
        onChange={setHorizon}
      />
      <FeeCurve plan={plan} kept={kept} horizon={horizon} />
      <FeeExamples plan={plan} kept={kept} />
    </section>
  );
}

/** Minutes in words: `1 h 5 min`. */
function useSpan(): (minutes: number) => string {
  const { t } = useTranslation('fee-plans');
  return (minutes) =>
    [
      [Math.floor(minutes / MINUTES_OF_A_DAY), 'days'] as const,
      [Math.floor((minutes % MINUTES_OF_A_DAY) / 60), 'hours'] as const,
      [minutes % 60, 'minutes'] as const,
    ]
      .flatMap(([count, unit]) => (count > 0 ? [t(`lab.${unit}`, { count })] : []))
      .join(' ') || t('lab.minutes', { count: 0 });
}

const feeAfter = (plan: FeePlan, minutes: number): Fee => rentalFee(plan, minutes * 60);

function FeeCurve({ plan, kept, horizon }: FeeLabProps & { horizon: Horizon }) {
  const { t } = useTranslation('fee-plans');
  const span = useSpan();
  const money = useFormatMoney();
  const minutes = useMemo(() => drawnMinutes(horizon), [horizon]);
  const curve = (of: FeePlan) => minutes.map((one) => feeAfter(of, one).feeMinor);
  return (
    <Chart
      label={t('lab.curve')}
      pointLabel={t('lab.time')}
      empty={t('lab.free')}
      shape="steps"
      points={minutes.map((one) => ({ label: span(one), title: span(one) }))}
      series={[
        { key: 'plan', label: t(kept ? 'lab.drawn' : 'lab.fee'), values: curve(plan) },
        ...(kept ? [{ key: 'kept', label: t('lab.kept'), values: curve(kept), isGhost: true }] : []),
      ]}
      format={money}
      formatShort={money}
    />
  );
}

function FeeExamples({ plan, kept }: FeeLabProps) {
  const { t } = useTranslation('fee-plans');
  const span = useSpan();
  const money = useFormatMoney();
  const { currency } = useTenant();
  const rows = useMemo(() => exampleMinutes(plan), [plan]);
  return (
    <ScrollBox label={t('lab.examples')}>
      <table className="plain-table fee-examples">
        <thead>
          <tr>
            <th scope="col">{t('lab.time')}</th>
            {kept && (
              <th scope="col" className="end">
                {t('lab.kept')}
              </th>
            )}
            <th scope="col" className="end">
              {t(kept ? 'lab.drawn' : 'lab.fee')}
            </th>
            <th scope="col">{t('lab.parts')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((minutes) => {
            const fee = feeAfter(plan, minutes);
            const before = kept && feeAfter(kept, minutes).feeMinor;
            return (
              <tr key={minutes}>
                <th scope="row">{span(minutes)}</th>
                {before !== undefined && <td className="end figures">{money(before, currency)}</td>}
                <td className="end figures">
                  {before === undefined || before === fee.feeMinor ? (
                    money(fee.feeMinor, currency)
                  ) : (
                    <strong>{money(fee.feeMinor, currency)}</strong>
                  )}
                </td>
                <td className="quiet">
                  {fee.parts.length === 0
                    ? t('lab.nothing')
                    : fee.parts
                        .map(({ kind, fromMinute, amountMinor }) =>
                          t(`lab.part.${kind}`, { amount: money(amountMinor, currency), from: span(fromMinute) }),
                        )
                        .join(t('lab.and'))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}
