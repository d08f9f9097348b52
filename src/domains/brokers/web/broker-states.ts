import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { type BrokerState, brokerEndpoints } from '../contract/endpoints.ts';

/** What the server measures now, asked for again every ten seconds; one question for all rows. */
export function useBrokerState(id: string): BrokerState | undefined {
  const { data } = useQuery({
    queryKey: ['brokers', 'state'],
    queryFn: ({ signal }) => call(brokerEndpoints.state, {}, { signal, notices: 'none' }),
    refetchInterval: 10_000,
  });
  return data?.list.find((one) => one.id === id);
}
