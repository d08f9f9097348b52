import type { RunMaterial, RunStop, Told } from '#domains/refill-runs/contract/endpoints.ts';
import { packOf, packsFor } from '#domains/refill-runs/rules/packs.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useFormats, useSurroundings } from '../surroundings.ts';
import { useWayTexts } from '../way-texts.ts';

/** Amounts, names and times of a run in the reader's language. */
export function useRunWords() {
  const texts = useWayTexts();
  const words = texts.refill;
  const { language } = useSurroundings();
  const { time } = useFormats();
  const isChinese = language === 'zh-CN';
  const number = new Intl.NumberFormat(language);
  const nameOf = (one: { readonly name: string; readonly nameZh: string }): string =>
    isChinese && one.nameZh !== '' ? one.nameZh : one.name;
  const amount = (value: number, unit: RunMaterial['unit']): string =>
    filled(texts.amount[unit], { amount: number.format(value) });
  return {
    texts,
    words,
    nameOf,
    amount,
    spotOf: ({ spotName, spotNameZh }: Pick<RunStop, 'spotName' | 'spotNameZh'>): string =>
      isChinese && spotNameZh !== '' ? spotNameZh : spotName,
    packs: (value: number, { specs, unit }: RunMaterial): string => {
      const pack = packOf(specs, unit);
      return pack === undefined ? '' : filled(words.packs, { packs: number.format(packsFor(value, pack)), specs });
    },
    runsOut: (hours: number | null): string => {
      if (hours === null) return '';
      if (hours <= 0) return words.empty;
      const when =
        hours < 48
          ? filled(texts.inHours, { hours: Math.max(1, Math.round(hours)) })
          : filled(texts.inDays, { days: Math.round(hours / 24) });
      return filled(words.out, { time: when });
    },
    told: (one: Told): string =>
      filled(words.told[one.code], {
        ...{ robot: one.robotName, by: one.byName || words.told.somebody },
        material: nameOf({ name: one.materialName, nameZh: one.materialNameZh }),
        time: one.at === null ? '' : time(one.at),
      }),
  };
}
