import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { REFUND_LIST } from '#domains/refunds/contract/addresses.ts';
import { fileAddress } from '#platform/files/web/file-address.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { CASE_LABELS } from '../contract/addresses.ts';
import { CASE_VIEWS, type OrderCase, orderCases } from '../contract/cases.ts';
import { caseEndpoints, type MachineState } from '../contract/endpoints.ts';
import './cases.css';

const wishTags = statusTags('cases:wish', { money: 'warning', again: 'info' });

/** What customers asked at the machines, with what speaks for it; answered where all refund applications are. */
export default recordsPage(orderCases, {
  icon: 'message',
  views: [
    { key: 'waiting', request: CASE_VIEWS.waiting },
    { key: 'all', request: CASE_VIEWS.all },
  ],
  shown: ['orderNo', 'wish', 'words', 'hasPhoto', 'status', 'amountMinor', 'askedAt', 'robotId', 'spotId'],
  widths: { orderNo: 228, wish: 152, words: 256, hasPhoto: 88, status: 184, robotId: 144 },
  live: { kind: 'order', id: 'orderNo' },
  cells: {
    orderNo: (row) => (
      <Link to={orderAddress(row.orderNo)}>
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    wish: (row) => <StatusTag of={wishTags} code={row.wish} />,
    askedAt: (row) => <Time at={row.askedAt} relative={row.waiting} zone="never" />,
    words: (row) => row.words || '–',
  },
  actions: ToLabels,
  facts: [
    'orderNo',
    'wish',
    'words',
    'status',
    'answerReason',
    'amountMinor',
    'goodsSummary',
    'askedAt',
    'provedBy',
    'robotId',
    'spotId',
  ],
  below: (row) => <Evidence row={row} />,
});

function ToLabels() {
  const { t } = useTranslation('cases');
  return <ButtonLink to={CASE_LABELS}>{t('act.labels')}</ButtonLink>;
}

function Evidence({ row }: { row: OrderCase }) {
  const { t } = useTranslation('cases');
  const query = useQuery({
    queryKey: ['cases', 'evidence', row.id],
    queryFn: ({ signal }) => call(caseEndpoints.evidence, { id: row.id }, { signal, notices: 'none' }),
  });
  return (
    <div className="case-evidence">
      <div className="button-group">
        {row.waiting && (
          <ButtonLink kind="primary" to={`${REFUND_LIST}?view=waiting&search=${encodeURIComponent(row.orderNo)}`}>
            {t('act.answer')}
          </ButtonLink>
        )}
        <ButtonLink to={orderAddress(row.orderNo)}>{t('act.order')}</ButtonLink>
        <ButtonLink to={`${orderAddress(row.orderNo)}?tab=film`}>{t('act.film')}</ButtonLink>
      </div>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ photo, machine }) => (
          <>
            <h3>{t('evidence.photo')}</h3>
            <Photo path={photo} isEmptied={row.words === ''} />
            <h3>{t('evidence.machine')}</h3>
            <Machine machine={machine} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Photo({ path, isEmptied }: { path: string; isEmptied: boolean }) {
  const { t } = useTranslation('cases');
  if (path === '') return <p className="quiet">{t(isEmptied ? 'evidence.emptied' : 'evidence.noPhoto')}</p>;
  return (
    <a href={fileAddress(path)} target="_blank" rel="noreferrer">
      <img className="case-photo" src={fileAddress(path)} alt={t('evidence.photo')} />
    </a>
  );
}

function Machine({ machine }: { machine: MachineState }) {
  const { t } = useTranslation('cases');
  return (
    <DescriptionList
      columns={1}
      facts={[
        { term: t('evidence.online'), value: t(machine.online ? 'evidence.yes' : 'evidence.no') },
        { term: t('evidence.mode'), value: machine.mode },
        { term: t('evidence.faults'), value: machine.faults.join(', ') || t('evidence.none') },
        { term: t('evidence.firmware'), value: machine.firmware },
        {
          term: t('evidence.lastHeardAt'),
          value: machine.lastHeardAt && <Time at={machine.lastHeardAt} part="second" />,
        },
      ]}
    />
  );
}
