import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { rentalPage } from '#domains/rentals/contract/addresses.ts';
import { isRentalNo } from '#domains/rentals/contract/rental-no.ts';
import { RecordNumber } from '#ui/record-number/record-number.tsx';

/** A coffee order, or a rental. */
export function OrderLink({ no }: { no: string }) {
  if (no === '') return '–';
  return (
    <Link to={isRentalNo(no) ? rentalPage(no) : orderAddress(no)}>
      <RecordNumber of={no} />
    </Link>
  );
}
