import { useTranslation } from 'react-i18next';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import type { Offer } from '../contract/endpoints.ts';
import { type BoardWords, lookOf } from './board-words.ts';
import { switchGoodsCall, useSwitch } from './use-switch.ts';

interface OfferCellProps {
  offer: Offer;
  goods: string;
  robot: { readonly robotId: string; readonly name: string };
  words: BoardWords;
}

/** One drink on one robot: how many cups, or why none; pressed, it is taken off or offered again. */
export function OfferCell({ offer, goods, robot, words }: OfferCellProps) {
  const { t } = useTranslation('sell-out');
  const maySwitch = useCan(switchGoodsCall);
  const turn = useSwitch();
  const look = lookOf(offer);
  const isOff = look === 'off';
  const full = words.full(offer);
  const content = (
    <>
      {look === 'fault' && <Icon name="warning" size={14} />}
      {isOff && <Icon name="power" size={14} />}
      <span>{words.short(offer)}</span>
    </>
  );
  const className = `offer offer-${look}`;
  const name = t('cell.name', { goods, robot: robot.name, state: full });
  if (!maySwitch)
    return (
      <span className={className} data-tip={full}>
        {content}
        <span className="hidden-text">{full}</span>
      </span>
    );
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      data-tip={`${full} ${t(isOff ? 'cell.pressOn' : 'cell.pressOff')}`}
      onClick={() =>
        void turn({
          ...{ robotIds: [robot.robotId], goodsIds: [offer.goodsId], offered: isOff },
          ...{ goods, robots: robot.name, missing: words.materialsOf(offer.materialIds) },
        })
      }
    >
      {content}
    </button>
  );
}
