import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { raisedAlarms } from '#domains/alarms/contract/addresses.ts';
import { DashboardPage, useDashboardChoice, useFigures } from '#domains/insights/web/dashboard/index.ts';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { PAGE_SIZES } from '#ui/pagination/page-sizes.ts';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { formatWall } from '#ui/time/format-wall.ts';
import { Time, useZoneNote } from '#ui/time/time.tsx';
import { dayIn, isDay } from '#ui/time/zoned.ts';
import { type Downtime, type DowntimePage, MOST_UPTIME_DAYS, robotUptimeEndpoints } from '../contract/endpoints.ts';
import { GAP_KINDS } from '../contract/gap-kinds.ts';

const KINDS = ['any', ...GAP_KINDS] as const;
const TONES = { offline: 'danger', fault: 'warning' } as const;

/** When robots could not sell while their spots were open, time by time: the rows behind the figures of robots monitoring. */
export default function DowntimeListPage() {
  const { t, i18n } = useTranslation('robot-uptime');
  const { timeFormat } = useTenant();
  const [isPaused, setPaused] = useState(false);
  const [params, setParams] = useSearchParams();
  const chosen = useDashboardChoice('last7');
  const { days, spotId } = chosen.choice;
  const [kind, setKind] = chosen.word('kind', KINDS);
  const imei = params.get('imei') ?? '';
  const asked = params.get('day') ?? '';
  const day = days.from <= asked && asked <= days.to && isDay(asked) ? asked : '';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const size = PAGE_SIZES.find((one) => String(one) === params.get('size')) ?? PAGE_SIZES[1];
  const request = {
    ...{ fromDay: days.from, toDay: days.to, pageNo: page, pageSize: size },
    ...(spotId ? { spotId } : {}),
    ...(kind === 'any' ? {} : { kind }),
    ...(imei ? { imei } : {}),
    ...(day ? { day } : {}),
  };
  const query = useFigures(['robots', 'downtime', request], {
    ...{ live: ['robot', 'alarm'], everyMs: 30_000, paused: isPaused },
    ask: (signal) => call(robotUptimeEndpoints.downtime, request, { signal, notices: 'none' }),
  });
  const set = (change: Readonly<Record<string, string | number>>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  const narrowed = [
    { name: 'imei', value: imei, words: query.data?.records.find((row) => row.imei === imei)?.name ?? imei },
    { name: 'day', value: day, words: day && formatWall(day, { timeFormat, language: i18n.language }) },
  ].filter(({ value }) => value !== '');
  return (
    <DashboardPage
      title={t('downtime.title')}
      chosen={chosen}
      mostDays={MOST_UPTIME_DAYS}
      updatedAt={query.dataUpdatedAt}
      isPaused={isPaused}
      onPause={setPaused}
    >
      <div className="dashboard-choice">
        <Segmented
          label={t('downtime.kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`downtime.${value}`) }))}
          onChange={setKind}
        />
        {narrowed.map(({ name, words }) => (
          <Button key={name} small icon="close" data-tip={t('downtime.all')} onClick={() => set({ [name]: '' })}>
            {words}
          </Button>
        ))}
      </div>
      <Card flush>
        <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
          {(answer) =>
            answer.total === 0 ? (
              <p className="dashboard-none">{t('downtime.none')}</p>
            ) : (
              <>
                <Rows answer={answer} />
                <Pagination
                  page={page}
                  size={size}
                  total={answer.total}
                  onPage={(next) => set({ page: next })}
                  onSize={(next) => set({ size: next })}
                >
                  <Sums answer={answer} />
                </Pagination>
              </>
            )
          }
        </Loaded>
      </Card>
    </DashboardPage>
  );
}

function Sums({ answer: { minutes, lostSalesMinor, currency } }: { answer: DowntimePage }) {
  const { t } = useTranslation('robot-uptime');
  const money = useFormatMoney();
  return <span>{t('downtime.sums', { minutes, amount: money(lostSalesMinor, currency) })}</span>;
}

function Rows({ answer }: { answer: DowntimePage }) {
  const { t, i18n } = useTranslation('robot-uptime');
  const count = new Intl.NumberFormat(i18n.language);
  const zone = useZoneNote();
  return (
    <ScrollBox label={t('downtime.title')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t('downtime.kind')}</th>
            <th scope="col">{t('downtime.from') + zone}</th>
            <th scope="col">{t('downtime.to') + zone}</th>
            <th scope="col" className="end">
              {t('downtime.minutes')}
            </th>
            <th scope="col" className="end">
              {t('field.lostSalesMinor')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.records.map((row) => (
            <tr key={`${row.imei} ${row.kind} ${row.from}`}>
              <th scope="row">
                <Link to={`/devices/robots/${row.imei}`}>{row.name}</Link>
                {row.spotName && <div className="quiet">{row.spotName}</div>}
              </th>
              <td>
                <Why row={row} now={answer.now} />
              </td>
              <td>
                <Time at={row.from} zone="never" />
              </td>
              <td>
                {row.to ? (
                  <Time at={row.to} zone="never" />
                ) : (
                  t(answer.now < answer.to ? 'downtime.still' : 'downtime.beyond')
                )}
              </td>
              <td className="end figures">{row.minutes === 0 ? '< 1' : count.format(row.minutes)}</td>
              <td className="end figures">
                <Money minor={row.lostSalesMinor} currency={answer.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** A fault leads to its alarms; being away has a reason where one is known. */
function Why({ row, now }: { row: Downtime; now: string }) {
  const { t } = useTranslation(['robot-uptime', 'robot-readings']);
  const { timeZone } = useTenant();
  const tag = <Tag tone={TONES[row.kind]}>{t(`downtime.${row.kind}`)}</Tag>;
  if (row.kind === 'offline')
    return (
      <>
        {tag}{' '}
        {row.reason && <span className="quiet">{t(`robot-readings:away.${row.reason}`, { defaultValue: '' })}</span>}
      </>
    );
  const [from, to] = [row.from, row.to ?? now].map((at) => dayIn(Date.parse(at), timeZone));
  return (
    <Link to={raisedAlarms({ from: from ?? '', to: to ?? '' }, { imei: row.imei, type: 'sub_device_fault' })}>
      {tag} {row.fault && <span className="quiet">{row.fault}</span>}
    </Link>
  );
}
