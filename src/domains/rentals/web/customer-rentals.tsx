import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Money } from '#ui/money/money.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { rentalPage } from '../contract/addresses.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import { rentalStatusTags } from './rental-tags.ts';

/** What a customer rented last, on his page. */
export default function CustomerRentals({ id }: { id: string }) {
  const { t } = useTranslation('rentals');
  const query = useQuery({
    queryKey: ['rentals', 'of-customer', id],
    queryFn: ({ signal }) => call(rentalEndpoints.ofCustomer, { customerRef: id }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('ofCustomer.title')}>
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {(rented) =>
          rented.length === 0 ? (
            <p className="quiet">{t('ofCustomer.none')}</p>
          ) : (
            <ul className="customer-history">
              {rented.map((rental) => (
                <li key={rental.orderNo}>
                  <Link to={rentalPage(rental.orderNo)}>
                    <RecordNumber of={rental.orderNo} />
                  </Link>
                  <span className="customer-history-what quiet">{rental.cabinetName}</span>
                  <StatusTag of={rentalStatusTags} code={rental.status} />
                  <span className="figures">
                    {rental.feeMinor === null ? '–' : <Money minor={rental.feeMinor} currency={rental.currency} />}
                  </span>
                  <span className="quiet">
                    <Time at={rental.createdAt} relative />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
