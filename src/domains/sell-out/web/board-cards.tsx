import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Card } from '#ui/card/card.tsx';
import { LiveSwitch } from '#ui/switch/live-switch.tsx';
import type { Offer } from '../contract/endpoints.ts';
import { GoodsHead, GoodsMenu, RobotMenu } from './board-heads.tsx';
import type { BoardProps } from './board-table.tsx';
import { type BoardWords, lookOf } from './board-words.ts';
import { RobotHead } from './robot-head.tsx';
import { BOARD_KEY } from './use-board.ts';
import { switchGoodsCall, useSwitchQuestion } from './use-switch.ts';

/** On a phone: a card for each robot, or for each drink, with a line and a switch for each pair. */
export function BoardCards({ board, words, by }: BoardProps & { by: 'robot' | 'goods' }) {
  if (by === 'robot')
    return board.records.map((robot) => (
      <PairCard
        key={robot.robotId}
        head={<RobotHead robot={robot} words={words} />}
        menu={<RobotMenu robot={robot} board={board} />}
      >
        {robot.offers.map((offer, at) => {
          const goods = board.goods[at];
          return (
            goods && (
              <PairLine
                key={offer.goodsId}
                title={readersName(goods)}
                offer={offer}
                goods={readersName(goods)}
                robot={robot}
                words={words}
              />
            )
          );
        })}
      </PairCard>
    ));
  return board.goods.map((goods, at) => (
    <PairCard
      key={goods.goodsId}
      head={<GoodsHead goods={goods} board={board} />}
      menu={<GoodsMenu goods={goods} board={board} />}
    >
      {board.records.map((robot) => {
        const offer = robot.offers[at];
        return (
          offer && (
            <PairLine
              key={robot.robotId}
              title={robot.name}
              place={robot.spotName}
              offer={offer}
              goods={readersName(goods)}
              robot={robot}
              words={words}
            />
          )
        );
      })}
    </PairCard>
  ));
}

function PairCard({ head, menu, children }: { head: ReactNode; menu: ReactNode; children: ReactNode }) {
  return (
    <Card flush className="board-card">
      <div className="board-card-head">
        {head}
        {menu}
      </div>
      <ul>{children}</ul>
    </Card>
  );
}

interface PairLineProps {
  title: string;
  place?: string | null;
  offer: Offer;
  goods: string;
  robot: { readonly robotId: string; readonly name: string };
  words: BoardWords;
}

function PairLine({ title, place, offer, goods, robot, words }: PairLineProps) {
  const { t } = useTranslation('sell-out');
  const questionOf = useSwitchQuestion();
  const look = lookOf(offer);
  const request = (offered: boolean) => ({ robotIds: [robot.robotId], goodsIds: [offer.goodsId], offered });
  return (
    <li>
      <span className="board-line">
        <span>
          {title}
          {place && <span className="quiet"> · {place}</span>}
        </span>
        <span className={`offer-text offer-text-${look}`}>{words.full(offer)}</span>
      </span>
      <LiveSwitch
        label={t('cell.offered', { goods, robot: robot.name })}
        isOn={look !== 'off'}
        by={switchGoodsCall}
        refreshes={BOARD_KEY[0]}
        ask={(offered) =>
          questionOf({
            ...request(offered),
            ...{ goods, robots: robot.name, missing: words.materialsOf(offer.materialIds) },
          })
        }
        change={(offered) => call(switchGoodsCall, request(offered))}
      />
    </li>
  );
}
