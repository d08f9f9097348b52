import { useTranslation } from 'react-i18next';
import type { Values } from '../contract/endpoints.ts';

/** Values of robots in words; `brokerId` is what its address says. */
export function useValueWords(): (values: Values) => { name: string; label: string; value: string }[] {
  const { t } = useTranslation(['fleet-changes', 'robots']);
  const word = (name: string, value: Values[string] | undefined): string => {
    if (value === null || value === undefined || value === '') return t('value.none');
    if (name === 'reportIntervalSeconds') return t('value.seconds', { count: Number(value) });
    if (name === 'appLayout') return t(`robots:appLayout.${String(value)}`);
    if (name === 'reportType' || typeof value === 'boolean') return t(`value.${String(value)}`);
    return String(value);
  };
  return (values) =>
    Object.entries(values).flatMap(([name, value]) =>
      name === 'brokerId' ? [] : [{ name, label: t(`field.${name}`), value: word(name, value) }],
    );
}
