import { useTranslation } from 'react-i18next';
import type { SuperCondition, SuperField } from '#platform/super-query/contract/super-query.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { formatWall } from '#ui/time/format-wall.ts';
import { RecordWords } from './record-words.tsx';

/** The words of an operator; for times they are those of a calendar. */
export function useRuleWords(): (field: SuperField, rule: SuperCondition['rule']) => string {
  const { t } = useTranslation('ui');
  return (field, rule) => (field.kind === 'time' ? t(`where.timeRule.${rule}`) : t(`where.rule.${rule}`));
}

/** A condition's value in words: "Making, Made", "kr 39.00", "1 Mar 2027". */
export function ValueWords({ field, val }: { field: SuperField; val: string }) {
  const { t } = useTranslation('ui');
  const language = useLanguage();
  const { currency, timeFormat } = useTenant();
  const money = useFormatMoney();
  switch (field.kind) {
    case 'choice':
      return <DictionaryText code={field.dictionary} value={val} />;
    case 'record':
      return <RecordWords code={field.dictionary} value={val} />;
    case 'flag':
      return t(val === '1' ? 'where.yes' : 'where.no');
    case 'money':
      return money(Number(val), currency);
    case 'time': {
      const [day = '', minute] = val.split(' ');
      return formatWall(minute ? `${day}T${minute}` : day, { timeFormat, language });
    }
    default:
      return val;
  }
}
