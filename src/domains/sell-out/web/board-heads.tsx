import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import type { Offer, RobotOffers, SellOutPage } from '../contract/endpoints.ts';
import { switchGoodsCall, useSwitch } from './use-switch.ts';

type Goods = SellOutPage['goods'][number];

/** A drink, and on how many of the robots in sight it can be ordered. */
export function GoodsHead({ goods, board }: { goods: Goods; board: SellOutPage }) {
  const { t } = useTranslation('sell-out');
  const offers = offersOf(goods, board);
  const available = offers.filter(({ state }) => state === 'available').length;
  return (
    <div className="board-goods">
      <span>{readersName(goods)}</span>
      <span className="quiet figures">{t('goods.available', { available, all: offers.length })}</span>
    </div>
  );
}

const offersOf = (goods: Goods, board: SellOutPage): Offer[] => {
  const at = board.goods.indexOf(goods);
  return board.records.flatMap(({ offers }) => offers[at] ?? []);
};

/** One drink on all robots in sight. */
export function GoodsMenu({ goods, board }: { goods: Goods; board: SellOutPage }) {
  const { t } = useTranslation('sell-out');
  const turn = useSwitch();
  const name = readersName(goods);
  const count = board.records.length;
  return (
    <SwitchMenu
      name={name}
      offers={offersOf(goods, board)}
      onLabel={t('switch.onAllRobots', { count })}
      offLabel={t('switch.offAllRobots', { count })}
      onTurn={(offered) =>
        void turn({
          ...{ robotIds: board.records.map(({ robotId }) => robotId), goodsIds: [goods.goodsId], offered },
          ...{ goods: name, robots: t('switch.robots', { count }) },
        })
      }
    />
  );
}

/** All drinks in sight on one robot. */
export function RobotMenu({ robot, board }: { robot: RobotOffers; board: SellOutPage }) {
  const { t } = useTranslation('sell-out');
  const turn = useSwitch();
  const count = board.goods.length;
  return (
    <SwitchMenu
      name={robot.name}
      offers={robot.offers}
      onLabel={t('switch.onAllGoods', { count })}
      offLabel={t('switch.offAllGoods', { count })}
      onTurn={(offered) =>
        void turn({
          ...{ robotIds: [robot.robotId], goodsIds: board.goods.map(({ goodsId }) => goodsId), offered },
          ...{ goods: t('switch.goods', { count }), robots: robot.name },
        })
      }
    />
  );
}

interface SwitchMenuProps {
  name: string;
  offers: readonly Offer[];
  onLabel: string;
  offLabel: string;
  onTurn: (offered: boolean) => void;
}

const isOff = ({ why }: Offer): boolean => why === 'switchedOff';

function SwitchMenu({ name, offers, onLabel, offLabel, onTurn }: SwitchMenuProps) {
  const { t } = useTranslation('sell-out');
  if (!useCan(switchGoodsCall)) return null;
  return (
    <MenuButton
      small
      iconOnly
      kind="quiet"
      label={t('switch.menu', { name })}
      entries={[
        {
          ...{ key: 'on', label: onLabel, onSelect: () => onTurn(true) },
          ...{ disabled: !offers.some(isOff), reason: t('switch.allOn') },
        },
        {
          ...{ key: 'off', label: offLabel, danger: true, onSelect: () => onTurn(false) },
          ...{ disabled: offers.every(isOff), reason: t('switch.allOff') },
        },
      ]}
    />
  );
}
