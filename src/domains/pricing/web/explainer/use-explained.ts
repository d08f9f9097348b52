import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, RequestInput } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { priceEndpoints } from '../../contract/endpoints.ts';
import type { ExplainPriceRequest, PriceResult, QuoteRequest } from '../../contract/price.ts';

export interface Explained {
  /** Without the coupon where it was refused; undefined where there is no price at all. */
  readonly price: PriceResult | undefined;
  /** What was refused, in the reader's language. */
  readonly refusal?: { readonly of: 'coupon' | 'price'; readonly message: string };
}

/** Of free values; undefined while they are not complete. */
export const useExplainedPrice = (request: ExplainPriceRequest | undefined) =>
  useExplained(priceEndpoints.explainPrice, request, request?.coupon && withoutCoupon(request));

/** Of saved goods, as the storefront would price them. */
export const useExplainedQuote = (request: QuoteRequest | undefined) =>
  useExplained(priceEndpoints.quote, request, request?.couponCode === undefined ? undefined : withoutCode(request));

const withoutCoupon = ({ coupon: _, ...others }: ExplainPriceRequest) => others;
const withoutCode = ({ couponCode: _, ...others }: QuoteRequest) => others;

type Pricing = typeof priceEndpoints.explainPrice | typeof priceEndpoints.quote;

/** Where the coupon is refused, the price without it is shown beside the reason. */
function useExplained<E extends Pricing & Endpoint>(
  endpoint: E,
  request: RequestInput<E> | undefined,
  plain: RequestInput<E> | undefined,
) {
  return useQuery({
    queryKey: ['pricing', endpoint.path, request],
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Explained> => {
      const ask = (asked: RequestInput<E>) =>
        call(endpoint as Pricing, asked as never, { signal, notices: 'none' }) as Promise<PriceResult>;
      try {
        return { price: await ask(request as RequestInput<E>) };
      } catch (refused) {
        if (!(refused instanceof CallError) || refused.kind !== 'refusal') throw refused;
        refused.markShown();
        const { message, problem = '' } = refused;
        if (plain === undefined || !problem.startsWith('coupon.'))
          return { price: undefined, refusal: { of: 'price', message } };
        const without = await ask(plain).catch((again: unknown) => {
          if (again instanceof CallError && again.kind === 'refusal') return undefined;
          throw again;
        });
        return { price: without, refusal: { of: 'coupon', message } };
      }
    },
  });
}
