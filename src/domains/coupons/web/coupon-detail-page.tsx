import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordEdits, RecordSectionFacts, type Row, recordName } from '#system/records/web/record-page.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton, ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { COUPONS, codesOfCoupon, couponForm } from '../contract/addresses.ts';
import { type Coupon, coupons } from '../contract/coupons.ts';
import { type CouponSend, couponEndpoints } from '../contract/endpoints.ts';
import { ClaimCode } from './claim-code.tsx';
import { couponActions } from './coupon-actions.ts';
import { CouponDialogs } from './coupon-dialogs.tsx';
import { CouponNumbers, CouponUsageCards } from './coupon-numbers.tsx';
import { COUPON_SECTIONS } from './coupon-sections.ts';
import { CouponRehearsal } from './rehearsal.tsx';
import { useSkipped } from './send-dialog.tsx';
import { Worth } from './worth.tsx';
import './coupons.css';

// the machinery reads fields by their names
const kind = coupons as unknown as RecordKind;
const rowOf = (coupon: Coupon) => coupon as unknown as Row;

/** One coupon: what it is, what was handed out, used and spent, to whom it was sent, and who changed what. */
export default function CouponDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('coupons');
  const queryKey = ['coupons', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(coupons.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === coupons.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const name = query.data && recordName(kind, rowOf(query.data));
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={queryKey}
        title={name ?? t('kind.page')}
        name={name}
        back={{ to: COUPONS, label: t('detail.toList') }}
        state={(coupon) => <State coupon={coupon} />}
        actions={(coupon) => <Actions coupon={coupon} />}
        viewsLabel={t('detail.views')}
        views={[
          { key: 'overview', label: t('detail.overview'), content: (coupon) => <Overview coupon={coupon} /> },
          { key: 'sends', label: t('detail.sends'), content: (coupon) => <Sends coupon={coupon} /> },
          {
            key: 'rehearsal',
            label: t('detail.rehearsal'),
            content: (coupon) => (
              <Card>
                <CouponRehearsal values={rowOf(coupon)} />
              </Card>
            ),
          },
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
      <CouponDialogs />
    </>
  );
}

function State({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  return (
    <>
      <Tag>
        <Worth of={coupon} />
      </Tag>
      {!coupon.enabled && <Tag tone="warning">{t('state.off')}</Tag>}
      {Date.parse(coupon.endsAt) < Date.now() && <Tag tone="neutral">{t('state.ended')}</Tag>}
    </>
  );
}

function Actions({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const [send, ...more] = couponActions(coupon, t as never);
  return (
    <>
      {send && <ActionButton action={send} />}
      <ActionButton
        kind="primary"
        action={{
          ...{ key: 'edit', label: t('detail.edit'), icon: 'edit', by: coupons.endpoints.edit },
          to: couponForm(coupon.id),
        }}
      />
      <ActionMenu label={t('detail.more')} actions={more} />
    </>
  );
}

function Overview({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  return (
    <RecordColumns
      main={
        <>
          <Card
            title={t('detail.numbers')}
            extra={<ButtonLink to={codesOfCoupon(coupon.id)}>{t('detail.toCodes')}</ButtonLink>}
          >
            <CouponNumbers coupon={coupon} />
          </Card>
          <CouponUsageCards coupon={coupon} />
        </>
      }
      facts={
        <>
          <ClaimCode coupon={coupon} />
          <RecordSectionFacts kind={kind} row={rowOf(coupon)} sections={COUPON_SECTIONS} />
        </>
      }
    />
  );
}

function Sends({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const queryKey = ['coupons', 'sends', coupon.id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(couponEndpoints.sends, { couponId: coupon.id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === coupons.name && message.id === coupon.id,
    refresh: () => query.refetch(),
  });
  return (
    <Card title={t('detail.sends')}>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('send.empty')}</p>
          ) : (
            <ul className="coupon-sends">
              {records.map((send) => (
                <SendRow key={send.id} send={send} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const TONES = { waiting: 'info', done: 'success', failed: 'danger' } as const;
const WORDS = { waiting: 'send.waiting', done: 'send.finished', failed: 'send.failed' } as const;

function SendRow({ send }: { send: CouponSend }) {
  const { t } = useTranslation('coupons');
  const why = useSkipped()(send);
  return (
    <li>
      <Tag tone={TONES[send.state]}>{t(WORDS[send.state])}</Tag> <Time at={send.askedAt} />{' '}
      <span className="quiet">{t('send.by', { name: send.askedBy })}</span>
      {send.state === 'done' && (
        <div>
          {t('send.result', { ...send })}
          {why !== '' && <span className="quiet">{` · ${why}`}</span>}
        </div>
      )}
    </li>
  );
}
