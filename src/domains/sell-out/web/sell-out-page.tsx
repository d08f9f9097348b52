import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { SellOutPage as Board } from '../contract/endpoints.ts';
import { BoardCards } from './board-cards.tsx';
import { BoardFilters } from './board-filters.tsx';
import { BoardTable } from './board-table.tsx';
import { useBoardWords } from './board-words.ts';
import { BOARD_KEY, type BoardAddress, useBoard, useBoardAddress } from './use-board.ts';
import './sell-out.css';

/** Which robot can make which drink, why not, and the switch for each: the whole state stands in the address. */
export default function SellOutPage() {
  const { t } = useTranslation('sell-out');
  const [isPaused, setPaused] = useState(false);
  const { address, go } = useBoardAddress();
  const board = useBoard(address, isPaused);
  return (
    <div className="sell-out">
      <header className="sell-out-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <LiveControl updatedAt={board.dataUpdatedAt} isPaused={isPaused} onPause={setPaused} />
      </header>
      <BoardFilters address={address} go={go} />
      <Loaded query={board} queryKey={BOARD_KEY} skeleton={<Skeleton height={420} />}>
        {(data) => <BoardBody board={data} address={address} go={go} />}
      </Loaded>
    </div>
  );
}

interface BodyProps {
  board: Board;
  address: BoardAddress;
  go: (change: Partial<BoardAddress>) => void;
}

function BoardBody({ board, address, go }: BodyProps) {
  const { t } = useTranslation('sell-out');
  const isNarrow = useIsNarrow();
  const words = useBoardWords(board);
  const { keyword, spotId, soldOut, goodsId, by } = address;
  if (board.goods.length === 0)
    return (
      <Card>
        <Empty icon="coffee" title={t('empty.goods')}>
          {t('empty.goodsText')}
        </Empty>
      </Card>
    );
  if (board.records.length === 0)
    return (
      <Card>
        {keyword || spotId || soldOut ? (
          <Empty
            icon="robot"
            title={t('empty.filtered')}
            action={
              <Button onClick={() => go({ keyword: '', spotId: '', soldOut: '', goodsId })}>{t('empty.clear')}</Button>
            }
          />
        ) : (
          <Empty icon="robot" title={t('empty.robots')}>
            {t('empty.robotsText')}
          </Empty>
        )}
      </Card>
    );
  return (
    <>
      {isNarrow ? (
        <div className="board-cards">
          <BoardCards board={board} words={words} by={by} />
        </div>
      ) : (
        <Card flush>
          <BoardTable board={board} words={words} by={by} />
        </Card>
      )}
      <Legend />
      {board.pages > 1 && (
        <Pagination
          page={board.current}
          size={board.size}
          total={board.total}
          onPage={(page) => go({ page })}
          onSize={() => undefined}
        />
      )}
    </>
  );
}

const LOOKS = ['available', 'few', 'material', 'fault', 'off'] as const;

function Legend() {
  const { t } = useTranslation('sell-out');
  return (
    <ul className="board-legend" aria-label={t('legend.title')}>
      {LOOKS.map((look) => (
        <li key={look}>
          <span className={`board-mark offer-${look}`} aria-hidden />
          {t(`legend.${look}`)}
        </li>
      ))}
    </ul>
  );
}
