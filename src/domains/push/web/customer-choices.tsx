import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OPTIONAL_KINDS } from '#platform/channels/contract/channels.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText, useDictionaryText } from '#system/dictionaries/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { LiveSwitch } from '#ui/switch/live-switch.tsx';
import { Time } from '#ui/time/time.tsx';
import { choiceEndpoints } from '../contract/choices.ts';
import './push.css';

/** What a customer wants to be written about, and by which phones and accounts he is reached; on his page. */
export default function CustomerChoices({ id }: { id: string }) {
  const { t } = useTranslation('message-choices');
  const queries = useQueryClient();
  const queryKey = ['message-choices', id];
  const nameOf = useDictionaryText('message_kind');
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(choiceEndpoints.ofCustomer, { id }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('ofCustomer.title')}>
      <Loaded query={query} skeleton={<Skeleton height={96} />}>
        {({ refused, devices }) => (
          <>
            <ul className="customer-messages">
              {OPTIONAL_KINDS.map((kind) => (
                <li key={kind}>
                  <span>{nameOf(kind)}</span>
                  <LiveSwitch
                    label={nameOf(kind)}
                    isOn={!refused.includes(kind)}
                    by={choiceEndpoints.saveOfCustomer}
                    change={async (wants) => {
                      await call(choiceEndpoints.saveOfCustomer, { id, kind, wants }, { notices: 'none' });
                      await queries.invalidateQueries({ queryKey });
                    }}
                  />
                </li>
              ))}
              {devices.map((one, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a device has no number here
                <li key={nth}>
                  <span>
                    <DictionaryText code="message_channel" value={one.channel} /> {one.platform}
                  </span>
                  <span className="quiet">
                    <Time at={one.lastSeenAt} relative />
                  </span>
                </li>
              ))}
            </ul>
            {devices.length === 0 && <p className="quiet">{t('ofCustomer.noDevices')}</p>}
          </>
        )}
      </Loaded>
    </Card>
  );
}
