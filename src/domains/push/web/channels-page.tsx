import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MESSAGE_LOG_KIND } from '#platform/channels/contract/channels.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { MESSAGE_LOG } from '../contract/addresses.ts';
import { type ChannelHealth, channelEndpoints } from '../contract/channel-page.ts';
import { ChannelDialog, ChannelTestDialog } from './channel-dialogs.tsx';
import { FaultWord } from './fault-word.tsx';
import './push.css';

const KEY = ['message-channels'];

/** The ways to people: whether each is set up and on, and how it did in the last 24 hours. */
export default function ChannelsPage() {
  const { t } = useTranslation('message-channels');
  const queries = useQueryClient();
  const [edited, setEdited] = useState<ChannelHealth>();
  const [tested, setTested] = useState<ChannelHealth>();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(channelEndpoints.list, {}, { signal, notices: 'none' }),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: KEY });
  useLiveRefresh({ concerns: ({ kind }) => kind === MESSAGE_LOG_KIND, refresh, everyMs: 2_000 });
  return (
    <div className="channels-page">
      <header>
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {(channels) => (
          <div className="channel-cards">
            {channels.map((one) => (
              <ChannelCard key={one.channel} one={one} onEdit={() => setEdited(one)} onTest={() => setTested(one)} />
            ))}
          </div>
        )}
      </Loaded>
      {edited && <ChannelDialog one={edited} onSaved={refresh} onClose={() => setEdited(undefined)} />}
      {tested && <ChannelTestDialog one={tested} onClose={() => setTested(undefined)} />}
    </div>
  );
}

interface CardProps {
  readonly one: ChannelHealth;
  readonly onEdit: () => void;
  readonly onTest: () => void;
}

/** Of what ended, how much failed. */
const rateOf = ({ sent, delivered, failed }: ChannelHealth): number | undefined =>
  sent + delivered + failed === 0 ? undefined : failed / (sent + delivered + failed);

function ChannelCard({ one, onEdit, onTest }: CardProps) {
  const { t, i18n } = useTranslation('message-channels');
  const rate = rateOf(one);
  const log = (state: string) => `${MESSAGE_LOG}?channel=${one.channel}&state=${state}`;
  const count = (state: string, value: number) =>
    value === 0 ? (
      <span className="figures">0</span>
    ) : (
      <Link to={log(state)} className="figures">
        {value}
      </Link>
    );
  return (
    <Card
      title={<DictionaryText code="message_channel" value={one.channel} />}
      extra={<StateTag one={one} rate={rate} />}
    >
      <DescriptionList
        columns={1}
        facts={[
          { term: t('lastSuccess'), value: one.lastSuccessAt ? <Time at={one.lastSuccessAt} relative /> : t('never') },
          {
            term: t('rate'),
            value:
              rate === undefined
                ? t('nothing')
                : new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(rate),
          },
          { term: t('queued'), value: count('pending', one.queued) },
          { term: t('held'), value: count('held', one.held) },
          { term: t('sent'), value: count('sent', one.sent) },
          { term: t('delivered'), value: count('delivered', one.delivered) },
          { term: t('failed'), value: count('failed', one.failed) },
          ...(one.unconfirmed > 0 ? [{ term: t('unconfirmed'), value: one.unconfirmed }] : []),
          ...(one.lastFaultAt
            ? [
                {
                  term: t('lastFault'),
                  value: (
                    <>
                      <FaultWord code={one.lastFault} /> · <Time at={one.lastFaultAt} relative />
                    </>
                  ),
                },
              ]
            : []),
          { term: t('limits'), value: <Limits one={one} /> },
          ...(one.reportsUrl === ''
            ? []
            : [{ term: t('reports'), value: <code className="channel-address">{one.reportsUrl}</code> }]),
        ]}
      />
      <Allowed by={channelEndpoints.saveChannel}>
        <div className="channel-card-actions">
          <Button icon="edit" onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button icon="mail" onClick={onTest}>
            {t('test.button')}
          </Button>
          {(one.channel === 'sms' || one.channel === 'email') && (
            <Link to={`/settings/${one.channel}`}>{t('account')}</Link>
          )}
        </div>
      </Allowed>
    </Card>
  );
}

const BAD_FROM = 0.1;

function StateTag({ one, rate }: { readonly one: ChannelHealth; readonly rate: number | undefined }) {
  const { t } = useTranslation('message-channels');
  if (!one.isOn) return <Tag tone="neutral">{t('state.off')}</Tag>;
  if (!one.isSetUp) return <Tag tone="neutral">{t('state.notSetUp')}</Tag>;
  if (rate !== undefined && rate >= BAD_FROM) return <Tag tone="danger">{t('state.failing')}</Tag>;
  if (one.lastSuccessAt === null) return <Tag tone="info">{t('state.ready')}</Tag>;
  return <Tag tone="success">{t('state.good')}</Tag>;
}

function Limits({ one }: { readonly one: ChannelHealth }) {
  const { t } = useTranslation('message-channels');
  const parts = [
    ...(one.perPersonDay > 0 ? [t('perPerson', { count: one.perPersonDay })] : []),
    ...(one.perHour > 0 ? [t('perHour', { count: one.perHour })] : []),
  ];
  return parts.length === 0 ? t('noLimit') : parts.join(' · ');
}
