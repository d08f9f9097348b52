import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { Offer, RobotOffers, SellOutPage } from '../contract/endpoints.ts';
import { GoodsHead, GoodsMenu, RobotMenu } from './board-heads.tsx';
import type { BoardWords } from './board-words.ts';
import { OfferCell } from './offer-cell.tsx';
import { RobotHead } from './robot-head.tsx';

export interface BoardProps {
  board: SellOutPage;
  words: BoardWords;
}

/** Robots in the rows and drinks in the columns, or the other way round. */
export function BoardTable({ board, words, by }: BoardProps & { by: 'robot' | 'goods' }) {
  const { t } = useTranslation('sell-out');
  const robotHead = (robot: RobotOffers, tight: boolean) => (
    <>
      <RobotHead robot={robot} words={words} tight={tight} />
      <RobotMenu robot={robot} board={board} />
    </>
  );
  const goodsHead = (goods: SellOutPage['goods'][number]) => (
    <>
      <GoodsHead goods={goods} board={board} />
      <GoodsMenu goods={goods} board={board} />
    </>
  );
  const cell = (robot: RobotOffers, goods: SellOutPage['goods'][number], offer: Offer | undefined) =>
    offer && <OfferCell offer={offer} goods={readersName(goods)} robot={robot} words={words} />;
  return (
    <ScrollBox label={t('title')}>
      {by === 'robot' ? (
        <Grid
          corner={t('field.robot')}
          columns={board.goods.map((goods) => ({
            key: goods.goodsId,
            head: goodsHead(goods),
          }))}
          rows={board.records.map((robot) => ({
            key: robot.robotId,
            head: robotHead(robot, false),
            cells: board.goods.map((goods, at) => cell(robot, goods, robot.offers[at])),
          }))}
        />
      ) : (
        <Grid
          corner={t('field.goods')}
          columns={board.records.map((robot) => ({ key: robot.robotId, head: robotHead(robot, true) }))}
          rows={board.goods.map((goods, at) => ({
            key: goods.goodsId,
            head: goodsHead(goods),
            cells: board.records.map((robot) => cell(robot, goods, robot.offers[at])),
          }))}
        />
      )}
    </ScrollBox>
  );
}

interface GridProps {
  corner: string;
  columns: readonly { key: string; head: ReactNode }[];
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[] }[];
}

function Grid({ corner, columns, rows }: GridProps) {
  return (
    <table className="board">
      <thead>
        <tr>
          <th scope="col" className="board-corner">
            {corner}
          </th>
          {columns.map(({ key, head }) => (
            <th key={key} scope="col">
              <div className="board-head">{head}</div>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">
              <div className="board-head">{head}</div>
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at]?.key}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
