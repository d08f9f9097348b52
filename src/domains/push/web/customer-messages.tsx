import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { MESSAGE_LOG } from '../contract/addresses.ts';
import { messageLog } from '../contract/message-log.ts';
import './push.css';

const MOST = 5;

/** What was written to a customer last, on his page. */
export default function CustomerMessages({ id }: { id: string }) {
  const { t } = useTranslation('push-runs');
  const query = useQuery({
    queryKey: ['message-log', 'of-customer', id],
    queryFn: ({ signal }) =>
      call(messageLog.endpoints.page, { customerId: id, pageSize: MOST }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('ofCustomer.title')}
      extra={<Link to={`${MESSAGE_LOG}?customerId=${encodeURIComponent(id)}`}>{t('ofCustomer.all')}</Link>}
    >
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('ofCustomer.none')}</p>
          ) : (
            <ul className="customer-messages">
              {records.map((one) => (
                <li key={one.id}>
                  <span>{one.title}</span>
                  <span className="quiet">
                    <DictionaryText code="message_channel" value={one.channel} /> ·{' '}
                    <DictionaryText code="message_state" value={one.state} />
                  </span>
                  <span className="quiet">
                    <Time at={one.requestedAt} relative />
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
