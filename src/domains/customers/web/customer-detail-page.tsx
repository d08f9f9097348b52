import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordPartsOf } from '#platform/routing/web/record-parts.ts';
import {
  RecordDialog,
  RecordEdits,
  RecordFacts,
  type Row,
  useTurnRecord,
  useWords,
} from '#system/records/web/record-page.tsx';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Money } from '#ui/money/money.tsx';
import { ActionButton, ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { CUSTOMER_LIST } from '../contract/addresses.ts';
import { type Customer, customers } from '../contract/customers.ts';
import { customerEndpoints } from '../contract/endpoints.ts';
import { calledBy, eraseCustomer, makeBarcode } from './customer-acts.ts';
import { CustomerForm } from './customer-form.tsx';
import { CustomerScans } from './customer-scans.tsx';
import './customers.css';

// the machinery reads fields by their names
const kind = customers as unknown as RecordKind;
const rowOf = (customer: Customer) => customer as unknown as Row;

/** One customer: who he is, what he bought and got, where he was recognised; other slices add what they know of him. */
export default function CustomerDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('customers');
  const [isEditing, setEditing] = useState(false);
  const words = useWords(kind);
  const queryKey = ['customers', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(customers.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === customers.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const customer = query.data;
  const name = customer && calledBy(customer);
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={queryKey}
        title={name ?? t('kind.page')}
        name={name}
        back={{ to: CUSTOMER_LIST, label: t('detail.toList') }}
        state={(one) => <State customer={one} />}
        actions={(one) => (
          <Actions customer={one} onEdit={() => setEditing(true)} onDone={() => void query.refetch()} />
        )}
        viewsLabel={t('detail.views')}
        views={[
          { key: 'overview', label: t('detail.overview'), content: (one) => <Overview customer={one} /> },
          {
            key: 'history',
            label: t('detail.history'),
            content: () => (
              <Card>
                <RecordEdits kind={kind} id={id} />
              </Card>
            ),
          },
        ]}
      />
      {isEditing && customer && (
        <RecordDialog
          kind={kind}
          row={rowOf(customer)}
          words={words}
          form={(props) => <CustomerForm {...props} />}
          onSaved={() => void query.refetch()}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function State({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  if (customer.erasedAt !== null) return <Tag tone="neutral">{t('erased')}</Tag>;
  return customer.status === 1 ? <Tag tone="success">{t('on')}</Tag> : <Tag tone="warning">{t('off')}</Tag>;
}

interface ActionsProps {
  customer: Customer;
  onEdit: () => void;
  onDone: () => void;
}

function Actions({ customer, onEdit, onDone }: ActionsProps) {
  const { t } = useTranslation('customers');
  const turn = useTurnRecord(kind);
  if (customer.erasedAt !== null) return null;
  const isOn = customer.status === 1;
  const after = (work: Promise<boolean>) => void work.then((done) => done && onDone());
  return (
    <>
      <ActionMenu
        label={t('detail.more')}
        actions={[
          {
            ...{ key: 'barcode', icon: 'refresh', by: customerEndpoints.addBarcode },
            label: t(customer.barcode === '' ? 'barcode.make' : 'barcode.renew'),
            onSelect: () => after(makeBarcode(customer, t)),
          },
          {
            ...{ key: 'turn', icon: 'power', by: customers.endpoints.turn },
            label: t(isOn ? 'kind.switch.off' : 'kind.switch.on'),
            onSelect: () => void turn(rowOf(customer), !isOn),
          },
          {
            ...({ key: 'erase', icon: 'warning', danger: true, by: customerEndpoints.erase } as const),
            label: t('erase.button'),
            onSelect: () => after(eraseCustomer(customer, t)),
          },
        ]}
      />
      <ActionButton
        kind="primary"
        action={{ key: 'edit', label: t('detail.edit'), icon: 'edit', by: customers.endpoints.edit, onSelect: onEdit }}
      />
    </>
  );
}

function Overview({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  return (
    <RecordColumns
      main={
        <>
          {recordPartsOf(customers.name).map(({ key, permission, Component }) => (
            <Allowed key={key} by={{ permission }}>
              <Suspense fallback={<Skeleton height={160} />}>
                <Component id={customer.id} />
              </Suspense>
            </Allowed>
          ))}
          <CustomerScans id={customer.id} />
        </>
      }
      facts={
        <>
          <Card title={t('detail.sums')}>
            <DescriptionList
              columns={1}
              facts={[
                { term: t('field.orderCount'), value: <span className="figures">{customer.orderCount}</span> },
                { term: t('field.spentMinor'), value: <Money minor={customer.spentMinor} /> },
              ]}
            />
          </Card>
          <Card title={t('detail.contact')}>
            <RecordFacts
              kind={kind}
              row={rowOf(customer)}
              only={['phone', 'email', 'emailVerified', 'language', 'birthday', 'consent', 'consentAt', 'remark']}
              columns={1}
            />
          </Card>
          <Card title={t('detail.known')}>
            <RecordFacts
              kind={kind}
              row={rowOf(customer)}
              only={['userId', 'clientId', 'barcode', 'lastSeenAt', 'erasedAt']}
              columns={1}
            />
          </Card>
        </>
      }
    />
  );
}
