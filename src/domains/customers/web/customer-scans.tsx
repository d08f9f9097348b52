import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { SCAN_LIST } from '../contract/addresses.ts';
import { scans } from '../contract/scans.ts';

const MOST = 5;

/** Where his card, or a machine's code on his phone, was read last. */
export function CustomerScans({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const query = useQuery({
    queryKey: ['customer-scans', 'of', id],
    queryFn: ({ signal }) =>
      call(scans.endpoints.page, { customerId: id, pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('scans.title')}
      extra={<Link to={`${SCAN_LIST}?customerId=${encodeURIComponent(id)}`}>{t('scans.all')}</Link>}
    >
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('scans.none')}</p>
          ) : (
            <ul className="customer-hits">
              {records.map((scan) => (
                <li key={scan.id}>
                  <span>{t(`scans.${scan.kind}`)}</span>
                  <span className="quiet customer-hit-facts">
                    {[scan.spotName, scan.deviceImei].filter(Boolean).join(' · ')}
                  </span>
                  {scan.orderNo !== '' && <Link to={`/orders/detail/${scan.orderNo}`}>{scan.orderNo}</Link>}
                  <span className="quiet">
                    <Time at={scan.scannedAt} relative />
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
