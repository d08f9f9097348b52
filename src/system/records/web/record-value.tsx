import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { fileAddress } from '#platform/files/web/file-address.ts';
import { nameOfReference, type RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Money } from '#ui/money/money.tsx';
import { formatWall } from '#ui/time/format-wall.ts';
import { Time } from '#ui/time/time.tsx';
import { useTimeStyle } from '#ui/time/use-time-style.ts';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

const MILLIONTHS_PER_PERCENT = 10_000;

/** A value of a record as its reader knows it: codes in words, references by name, rates in percent. */
export function RecordValue({ kind, field, row }: { kind: RecordKind; field: string; row: Row }) {
  const declared = kind.fields[field];
  const value = row[field];
  if (!declared || value === null || value === undefined || value === '') return '–';
  return <Shown declared={declared} value={value} name={row[nameOfReference(field)]} />;
}

function Shown({ declared, value, name }: { declared: RecordField; value: unknown; name: unknown }) {
  const { t } = useTranslation('records');
  const style = useTimeStyle();
  const { currency } = useTenant();
  switch (declared.kind) {
    case 'choice':
      return <DictionaryText code={declared.dictionary ?? ''} value={String(value)} />;
    case 'flag':
      return yesOrNo(value === true, t);
    case 'amount':
      return <Money minor={Number(value)} currency={currency} />;
    case 'rate':
      return `${Number(value) / MILLIONTHS_PER_PERCENT} %`;
    case 'instant':
      return <Time at={String(value)} />;
    case 'day':
    case 'timeOfDay':
      return formatWall(String(value), style);
    case 'reference':
      return String(name ?? value);
    case 'picture':
      return <img src={fileAddress(String(value))} alt="" width={32} height={32} loading="lazy" />;
    case 'rows':
      return String((value as readonly unknown[]).length);
    default:
      return String(value);
  }
}

export const yesOrNo = (value: boolean, t: TFunction<'records'>): string => t(value ? 'yes' : 'no');
