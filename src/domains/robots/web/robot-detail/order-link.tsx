import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { SHOWN_STATE_TONES, type ShownOrder, shownState } from '#domains/orders/rules/shown-state.ts';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { RelatedRecord } from '#ui/record-detail/related-record.tsx';
import { Tag } from '#ui/tag/tag.tsx';

/** The order that a robot makes: its page and its state, for those who may see orders. */
export function OrderLink({ orderNo }: { orderNo: string }) {
  const maySee = useCan(orderEndpoints.detail);
  return maySee ? <LiveLink orderNo={orderNo} /> : <RelatedRecord to={undefined} name={orderNo} />;
}

function LiveLink({ orderNo }: { orderNo: string }) {
  const queryClient = useQueryClient();
  // that of the order's own page, which shares the answer
  const queryKey = ['orders', 'one', orderNo];
  useLiveRefresh({
    concerns: (message) => message.id === orderNo || message['orderNo'] === orderNo,
    refresh: () => askAgain(queryClient, queryKey),
  });
  const { data } = useQuery({
    queryKey: [...queryKey, 'detail'],
    queryFn: ({ signal }) => call(orderEndpoints.detail, { orderNo }, { signal, notices: 'none' }),
  });
  return <RelatedRecord to={orderAddress(orderNo)} name={orderNo} state={data && <StateTag order={data} />} />;
}

function StateTag({ order }: { order: ShownOrder }) {
  const { t } = useTranslation('orders');
  const { key, cup, cups } = shownState(order);
  return <Tag tone={SHOWN_STATE_TONES[key]}>{t(`state.${key}`, { cup, cups })}</Tag>;
}
