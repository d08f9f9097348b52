import type { TFunction } from 'i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { DutyBlock } from '../contract/duty-endpoints.ts';

/** Where somebody is on duty, in words. */
export function spotWords(
  { spotId, spotName, spotNameZh, exceptSpots }: Pick<DutyBlock, 'spotId' | 'spotName' | 'spotNameZh' | 'exceptSpots'>,
  t: TFunction,
  language: string,
): string {
  const nameOf = (name: string, nameZh: string): string => (language === 'zh-CN' ? nameZh : name);
  if (spotId !== null) return nameOf(spotName, spotNameZh);
  if (exceptSpots.length === 0) return t('duties:week.everySpot');
  return t('duties:week.everySpotBut', {
    spots: joinWords(
      exceptSpots.map(({ name, nameZh }) => nameOf(name, nameZh)),
      language,
    ),
  });
}
