import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readChoice } from '#platform/http/contract/choice.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useFormatMoney } from '../money/money.tsx';
import { formatWall } from '../time/format-wall.ts';
import type { ChoiceFilter, Filter } from './filters.ts';
import { readAmounts, readRange } from './list-state.ts';

const useNoWords = () => undefined;

/** The words of a code: the filter's own, the tags' texts, or the slice's `<name>.<value>`. */
export function useChoiceText(name: string, filter: ChoiceFilter, namespace: string): (value: string) => string {
  const { t } = useTranslation([filter.tags?.namespace ?? namespace]);
  const key = filter.tags?.key ?? name;
  const words = (filter.useWords ?? useNoWords)();
  return words ?? ((value) => t(`${key}.${value}`, { defaultValue: value }));
}

const NO_CHOICE: ChoiceFilter = { kind: 'choice', values: [] };

/** A filter's value in words, for its chip: "Making, Made", "Last 7 days", "Oslo S". */
export function useFilterText(name: string, filter: Filter, namespace: string, value: string | undefined): string {
  const { t, i18n } = useTranslation('ui');
  const { timeFormat } = useTenant();
  const money = useFormatMoney();
  const choiceText = useChoiceText(name, filter.kind === 'choice' ? filter : NO_CHOICE, namespace);
  const { data: recordText } = useQuery({
    queryKey: [namespace, 'filter-text', name, value],
    enabled: filter.kind === 'record' && value !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (filter.kind !== 'record' || value === undefined) return '';
      if (filter.find) return (await filter.find(value, signal)) ?? value;
      const found = await filter.search('', signal);
      return found.find((option) => option.value === value)?.label ?? value;
    },
  });
  if (value === undefined) return '';
  if (filter.kind === 'choice') {
    const { isNot, values } = readChoice(value);
    const words = joinWords(values.map(choiceText), i18n.language);
    return isNot ? t('filter.not', { words }) : words;
  }
  if (filter.kind === 'record') return recordText ?? '…';
  if (filter.kind === 'amount') {
    const { from, to } = readAmounts(value) ?? {};
    if (to === undefined) return t('filter.amountFrom', { amount: money(from ?? 0) });
    if (from === undefined) return t('filter.amountUpTo', { amount: money(to) });
    return from === to ? money(from) : `${money(from)} – ${money(to)}`;
  }
  const range = filter.kind === 'dateRange' ? readRange(value) : undefined;
  if (!range) return value;
  if ('preset' in range) return t(`filter.presets.${range.preset}`);
  const day = (text: string) => formatWall(text, { timeFormat, language: i18n.language });
  return range.from === range.to ? day(range.from) : `${day(range.from)} – ${day(range.to)}`;
}
