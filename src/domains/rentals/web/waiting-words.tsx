import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { RENTAL_REFUNDS, RENTAL_REPAIRS, RENTALS } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';

/** Each number opens the list that it counts. */
const LISTS = [
  ['refunds', `${RENTAL_REFUNDS}?view=waiting`],
  ['repairs', `${RENTAL_REPAIRS}?view=waiting`],
  ['review', `${RENTALS}?view=review`],
] as const;

/** What waits for a person on the other pages, live; nothing where nothing does. A page's own count is its first tab. */
export const waitingBeside = (own: (typeof LISTS)[number][0]) =>
  function WaitingWords() {
    const { t } = useTranslation('rental-repairs');
    const query = useQuery({
      queryKey: ['rentals', 'waiting'],
      queryFn: ({ signal }) => call(rentalEndpoints.waiting, {}, { signal, notices: 'none' }),
      refetchInterval: 60_000,
    });
    useLiveRefresh({ concerns: ({ kind }) => kind === 'rental', refresh: () => query.refetch(), everyMs: 2_000 });
    return LISTS.map(([what, to]) => {
      const count = query.data?.[what] ?? 0;
      return count === 0 || what === own ? null : (
        <Link key={what} to={to}>
          <Tag tone="warning">{t(`waitingCount.${what}`, { count })}</Tag>
        </Link>
      );
    });
  };
