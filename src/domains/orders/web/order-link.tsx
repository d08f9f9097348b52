import { useCan } from '#ui/allowed/allowed.tsx';
import { RelatedRecord } from '#ui/record-detail/related-record.tsx';
import { orderEndpoints } from '../contract/endpoints.ts';
import { useOrder } from './order-queries.ts';
import { OrderState } from './order-state.tsx';

/** An order in another record: its page and its state, for those who may see orders. */
export function OrderLink({ orderNo }: { orderNo: string }) {
  const maySee = useCan(orderEndpoints.detail);
  return maySee ? <LiveLink orderNo={orderNo} /> : <RelatedRecord to={undefined} name={orderNo} />;
}

function LiveLink({ orderNo }: { orderNo: string }) {
  const { data } = useOrder(orderNo);
  return <RelatedRecord to={`/orders/detail/${orderNo}`} name={orderNo} state={data && <OrderState order={data} />} />;
}
