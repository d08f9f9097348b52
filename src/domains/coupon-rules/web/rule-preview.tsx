import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { type CouponRule, type Frequency, RewardType } from '../contract/coupon-rules.ts';
import { couponRuleEndpoints } from '../contract/endpoints.ts';
import { readExecutionTime } from '../rules/execution-time.ts';
import './coupon-rules.css';

const RUNS = 8;

const typeOf = ({ rewardType }: Partial<CouponRule>): RewardType => Number(rewardType ?? 1) as RewardType;

/** What is asked for as soon as a form holds enough; undefined before. */
function asked(rule: Partial<CouponRule>) {
  const { frequency, executionTime = '', weekdays = [], beginAt, endAt } = rule;
  const rewardType = typeOf(rule);
  if (!beginAt || !endAt || Date.parse(endAt) < Date.parse(beginAt)) return undefined;
  if (rewardType === RewardType.birthday) return { rewardType, beginAt, endAt, count: RUNS };
  if (!frequency || !readExecutionTime(frequency as Frequency, executionTime)) return undefined;
  return { rewardType, frequency, executionTime, weekdays: [...weekdays], beginAt, endAt, count: RUNS };
}

/** When a rule sends next, as a day and a time in the zone of the tenant, so that a change of clocks is seen. */
export function NextSendings({ rule }: { rule: Partial<CouponRule> }) {
  const { t } = useTranslation('coupon-rules');
  const language = useLanguage();
  const rewardType = typeOf(rule);
  const isByCustomer = rewardType === RewardType.registration || rewardType === RewardType.firstPaidOrder;
  const request = isByCustomer ? undefined : asked(rule);
  const { data } = useQuery({
    queryKey: ['coupon-rules', 'next-runs', request],
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(couponRuleEndpoints.nextRuns, request ?? { beginAt: '', endAt: '' }, { signal, notices: 'none' }),
  });
  const words = () => {
    if (isByCustomer)
      return t(rewardType === RewardType.registration ? 'preview.registration' : 'preview.firstPaidOrder');
    if (!request) return t('preview.incomplete');
    return data?.runs.length === 0 ? t('preview.none') : undefined;
  };
  const hint = words();
  return (
    <section className="rule-runs">
      <h3>{t('preview.title')}</h3>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {hint === undefined && data && (
        <ol>
          {data.runs.map((run) => (
            <li key={run}>
              <time dateTime={run}>
                <span>{weekday(run, language)}</span> {run.slice(0, 10)} <b>{run.slice(11, 19)}</b>
                <small>{run.slice(19)}</small>
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Of the day that the zone's own calendar shows, which is the text's. */
function weekday(run: string, language: string): string {
  const at = Date.parse(`${run.slice(0, 10)}T12:00:00Z`);
  return cachedDateFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(at);
}

const KINDS = { 2: 'registration', 3: 'firstPaidOrder', 4: 'birthday' } as const;

/** For whom it is, and how far the coupon goes round; nothing is sent. */
export function WhoGetsIt({ rule }: { rule: Partial<CouponRule> }) {
  const { t } = useTranslation('coupon-rules');
  const { couponId, couponCount, emailSuffixes = '', includeSharedTenants = false, id } = rule;
  const count = Number(couponCount ?? 1);
  const rewardType = typeOf(rule);
  const request = {
    ...{ couponId: couponId ?? '', rewardType, emailSuffixes, includeSharedTenants },
    ...{ couponCount: Number.isInteger(count) && count > 0 ? count : 1 },
    ...(id === undefined ? {} : { ruleId: id }),
  };
  const { data, error } = useQuery({
    queryKey: ['coupon-rules', 'who', request],
    enabled: Boolean(couponId),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(couponRuleEndpoints.who, request, { signal, notices: 'none' }),
  });
  return (
    <section className="rule-who">
      <h3>{t('who.title')}</h3>
      {!couponId && <p className="field-hint">{t('who.choose')}</p>}
      {couponId && error && <p className="field-fault">{error.message}</p>}
      {couponId && !error && data && (
        <>
          {rewardType !== RewardType.timed && <p className="quiet">{t(`who.${KINDS[rewardType]}`)}</p>}
          <p>
            <b>{t('who.customers', { count: data.customers })}</b>
            {data.lentCustomers > 0 && <> + {t('who.lent', { count: data.lentCustomers })}</>}
          </p>
          {id !== undefined && <p className="quiet">{t('who.have', { count: data.have })}</p>}
          <p className="quiet">
            {t('who.codes', { count: data.codes })}. {t('who.left', { count: data.codesLeft })}.
          </p>
          {data.codes < (data.customers + data.lentCustomers) * request.couponCount - data.have && (
            <p className="field-fault">{t('who.short')}</p>
          )}
          {data.examples.length > 0 && (
            <>
              <h4>{t('who.examples')}</h4>
              <ul>
                {data.examples.map(({ id: customer, name, email }) => (
                  <li key={customer}>
                    {name || <span className="quiet">{t('who.nameless')}</span>} <small>{email}</small>
                  </li>
                ))}
              </ul>
            </>
          )}
          {data.examples.length === 0 && data.customers > 0 && <p className="quiet">{t('who.noExamples')}</p>}
        </>
      )}
    </section>
  );
}
