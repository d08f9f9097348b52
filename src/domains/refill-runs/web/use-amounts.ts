import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { RunMaterial } from '../contract/endpoints.ts';
import { packOf, packsFor } from '../rules/packs.ts';

/** Amounts in the unit of a material, names and packs in the reader's language. */
export function useAmounts() {
  const { t, i18n } = useTranslation('refill-runs');
  const number = new Intl.NumberFormat(i18n.language);
  return {
    amount: (value: number, unit: string): string =>
      t(unit === 'ml' ? 'unit.ml' : unit === 'piece' ? 'unit.piece' : 'unit.g', { amount: number.format(value) }),
    nameOf: (one: { readonly name: string; readonly nameZh: string }): string => readersName(one),
    packs: (value: number, { specs, unit }: RunMaterial): string | undefined => {
      const pack = packOf(specs, unit);
      return pack === undefined ? undefined : t('new.packs', { packs: number.format(packsFor(value, pack)), specs });
    },
  };
}
