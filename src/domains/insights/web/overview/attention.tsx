import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { figureAddress } from '#domains/orders/contract/order-figures.ts';
import { OPEN_REFUND_LIST } from '#domains/refunds/contract/addresses.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { MonitorRobot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS } from '#domains/robots/contract/robot-status.ts';
import { HealthReasonText, healthTags, useMonitor } from '#domains/robots/web/index.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { ROBOTS_SHOWN, useOrderFigure } from './overview-queries.ts';
import { usePaused } from './paused.ts';

/** The view of the list that shows the same robots. */
const ROBOTS_TO_LOOK_AT = '/devices/robots?view=attention';

/** What waits for a hand: customers who want their money back, and robots that do not sell or soon sell less, with reason and next step. */
export function Attention() {
  const { t } = useTranslation('insights');
  return (
    <Card title={t('attention.title')} className="overview-attention" flush>
      <ul className="attention-list">
        <Allowed by={refundEndpoints.answerRefund}>
          <WaitingOrders figure="refundsWaiting" />
        </Allowed>
        <Allowed by={orderEndpoints.totals}>
          <WaitingOrders figure="failuresWaiting" />
        </Allowed>
        <Allowed by={robotEndpoints.monitor}>
          <WaitingRobots />
        </Allowed>
      </ul>
    </Card>
  );
}

/** Orders that somebody has to look at: as many as the list shows that it opens, with the age of the oldest request. */
function WaitingOrders({ figure }: { figure: 'refundsWaiting' | 'failuresWaiting' }) {
  const { t } = useTranslation('insights');
  const totals = useOrderFigure(figure, usePaused()).data;
  if (!totals || totals.orders === 0) return null;
  return (
    <AttentionRow
      icon={figure === 'refundsWaiting' ? 'payment' : 'order'}
      isWarning={figure === 'refundsWaiting'}
      to={figure === 'refundsWaiting' ? OPEN_REFUND_LIST : figureAddress(figure)}
      name={t(`attention.${figure}`, { count: totals.orders })}
      reason={
        figure === 'refundsWaiting' &&
        totals.oldestRefundAt && (
          <>
            <span className="quiet">{t('attention.oldest')}</span> <Time at={totals.oldestRefundAt} relative />
          </>
        )
      }
      action={t(figure === 'refundsWaiting' ? 'attention.answer' : 'attention.look')}
    />
  );
}

function WaitingRobots() {
  const { t } = useTranslation(['insights', 'robots']);
  const monitor = useMonitor({ paused: usePaused(), ...ROBOTS_SHOWN });
  return (
    <Loaded query={monitor} skeleton={<SkeletonLines lines={4} />}>
      {({ robots, counts }) => {
        const waiting = robots.filter(needsSomebody);
        const more = counts.attention - waiting.length;
        if (counts.attention === 0)
          return <li className="attention-none">{t(counts.total === 0 ? 'attention.noRobots' : 'attention.none')}</li>;
        return (
          <>
            {waiting.map((robot) => (
              <AttentionRow
                key={robot.id}
                icon="robot"
                to={`/devices/robots/${robot.imei}`}
                name={robot.name}
                place={robot.spotName ?? undefined}
                action={t('attention.look')}
                reason={
                  <>
                    <StatusTag of={healthTags} code={robot.health} />
                    <HealthReasonText robot={robot} />
                    {robot.health === 'offline' && robot.presenceChangedAt && (
                      <Time at={robot.presenceChangedAt} relative />
                    )}
                  </>
                }
              />
            ))}
            {more > 0 && (
              <li className="attention-more">
                <Link to={ROBOTS_TO_LOOK_AT}>{t('attention.more', { count: more })}</Link>
              </li>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function needsSomebody(robot: MonitorRobot): boolean {
  return ATTENTION_HEALTHS.some((health) => health === robot.health);
}

interface AttentionRowProps {
  icon: IconName;
  /** Somebody waits for an answer. */
  isWarning?: boolean;
  to: string;
  name: string;
  place?: string | undefined;
  reason?: React.ReactNode;
  action: string;
}

function AttentionRow({ icon, isWarning, to, name, place, reason, action }: AttentionRowProps) {
  return (
    <li className="attention-row">
      <span className={isWarning ? 'attention-icon attention-warning' : 'attention-icon'}>
        <Icon name={icon} size={18} />
      </span>
      <div className="attention-what">
        <Link to={to}>{name}</Link>
        {place && <span className="quiet">{place}</span>}
        {reason && <div className="attention-reason">{reason}</div>}
      </div>
      <ButtonLink to={to} small>
        {action}
      </ButtonLink>
    </li>
  );
}
