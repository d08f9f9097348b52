import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { offerEndpoints, type SellOutRequest } from '../contract/endpoints.ts';

const { offers: board } = offerEndpoints;
export const BOARD_KEY = ['sell-out'] as const;
const REFRESH_MS = 30_000;

/** How much robots can make, as the filter offers it. */
export const SOLD_OUT_FILTERS = ['', 'partly,soldOut', 'soldOut'] as const;

/** What the address says: which robots and drinks, and what stands in the rows. */
export interface BoardAddress {
  readonly keyword: string;
  readonly spotId: string;
  readonly soldOut: (typeof SOLD_OUT_FILTERS)[number];
  readonly goodsId: string;
  readonly by: 'robot' | 'goods';
  readonly page: number;
}

export function useBoardAddress() {
  const [params, setParams] = useSearchParams();
  const soldOut = SOLD_OUT_FILTERS.find((one) => one === params.get('soldOut')) ?? '';
  const address: BoardAddress = {
    keyword: params.get('keyword') ?? '',
    spotId: params.get('spotId') ?? '',
    soldOut,
    goodsId: params.get('goodsId') ?? '',
    by: params.get('by') === 'goods' ? 'goods' : 'robot',
    page: Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1),
  };
  /** Another filter begins at the first page. */
  const go = (change: Partial<BoardAddress>): void => {
    const next = { ...address, page: 1, ...change };
    const said = Object.entries({
      ...next,
      page: next.page === 1 ? '' : String(next.page),
      by: next.by === 'robot' ? '' : next.by,
    }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(said), { replace: true });
  };
  return { address, go };
}

const requestOf = ({ keyword, spotId, soldOut, goodsId, page }: BoardAddress): Partial<SellOutRequest> => ({
  ...(keyword && { keyword }),
  ...(spotId && { spotId }),
  ...(soldOut && { soldOut }),
  ...(goodsId && { goodsId }),
  pageNo: page,
});

/** Asked again when the stream speaks of a robot, and every half minute for what it does not say, such as sales. */
export function useBoard(address: BoardAddress, paused: boolean) {
  const queryClient = useQueryClient();
  const request = requestOf(address);
  useLiveRefresh({
    concerns: ({ kind }) => kind === 'robot',
    refresh: () => askAgain(queryClient, BOARD_KEY),
    paused,
  });
  return useQuery({
    queryKey: [...BOARD_KEY, request],
    queryFn: ({ signal }) => call(board, request, { signal, notices: 'none' }),
    placeholderData: keepPreviousData,
    enabled: !paused,
    refetchInterval: REFRESH_MS,
  });
}
