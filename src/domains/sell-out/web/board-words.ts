import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { Offer, SellOutPage } from '../contract/endpoints.ts';

/** How a cell looks: colour, shape and word say the same. */
export type OfferLook = 'available' | 'few' | 'off' | 'material' | 'fault';

/** Fewer cups than this are about to be none. */
const FEW = 5;

export function lookOf({ state, why, servings }: Offer): OfferLook {
  if (state === 'available') return servings !== null && servings < FEW ? 'few' : 'available';
  return why === 'switchedOff' ? 'off' : (why ?? 'material');
}

/** The cells of a board in words. */
export function useBoardWords(board: Pick<SellOutPage, 'materials'>) {
  const { t, i18n } = useTranslation('sell-out');
  const number = new Intl.NumberFormat(i18n.language);
  const names = new Map(board.materials.map((material) => [material.materialId, readersName(material)]));
  const materialName = (id: string): string => names.get(id) ?? id;
  const materialsOf = (ids: readonly string[]): string => joinWords(ids.map(materialName), i18n.language);
  const cups = ({ servings }: Offer): string =>
    servings === null ? t('cell.unlimited') : t('cell.cups', { count: servings, cups: number.format(servings) });
  return {
    materialName,
    materialsOf,
    /** What stands in the cell. */
    short: (offer: Offer): string => {
      if (offer.state === 'available') return offer.servings === null ? '∞' : number.format(offer.servings);
      return offer.why === 'switchedOff' ? t('cell.off') : materialsOf(offer.materialIds);
    },
    /** The whole of it. */
    full: (offer: Offer): string => {
      if (offer.state === 'available') return t('cell.available', { cups: cups(offer) });
      const materials = materialsOf(offer.materialIds);
      if (offer.why === 'fault') return t('cell.fault', { materials });
      if (offer.why === 'material') return t('cell.material', { materials });
      return materials === '' ? t('cell.switchedOff') : t('cell.switchedOffAndOut', { materials });
    },
  };
}
export type BoardWords = ReturnType<typeof useBoardWords>;
