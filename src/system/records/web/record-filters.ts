import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordField, RecordTarget } from '#platform/records/contract/fields.ts';
import { dictionaryEndpoints } from '#system/dictionaries/contract/endpoints.ts';
import { useDictionaryText } from '#system/dictionaries/web/index.ts';
import { choiceFilter, dateRangeFilter, type Filter, recordFilter, textFilter } from '#ui/record-list/filters.ts';

/** In sight from the start; the others come through "Add filter". */
const PROMOTED = 2;

/** The search box, each field that a list can be narrowed by, and when a record was made. */
export function recordFilters(kind: RecordKind, createdLabel: string): Readonly<Record<string, Filter>> {
  const fields = Object.entries(kind.fields);
  const filtered = fields.filter(([, { filter }]) => filter);
  return {
    ...(fields.some(([, { search }]) => search) ? { keyword: { kind: 'search' as const } } : {}),
    ...Object.fromEntries(
      filtered.flatMap(([name, declared], at) => {
        const filter = filterOf(kind, declared, at < PROMOTED);
        return filter ? [[name, filter] as const] : [];
      }),
    ),
    created: dateRangeFilter('createdFrom', 'createdTo', { label: createdLabel, promoted: kind.isReadOnly }),
  };
}

function filterOf(kind: RecordKind, declared: RecordField, promoted: boolean): Filter | undefined {
  const { values, dictionary = '', target } = declared;
  // the search box finds it already
  if (declared.kind === 'text') return declared.search ? undefined : textFilter({ promoted });
  // an older list takes one code, or several of which one is enough
  const multiple = kind.calls.family === 'domain';
  if (declared.kind === 'flag') return choiceFilter(['true', 'false'], { promoted, useWords: useYesNo });
  if (target)
    return recordFilter(searchTarget(target), { promoted, find: (id, signal) => nameOfTarget(target, id, signal) });
  return values && choiceFilter(values, { promoted, multiple, useWords: () => useDictionaryText(dictionary) });
}

function useYesNo(): (value: string) => string {
  const { t } = useTranslation('records');
  return (value) => t(value === 'true' ? 'yes' : 'no');
}

const searchTarget =
  ({ dictionary }: RecordTarget) =>
  async (keyword: string, signal: AbortSignal) => {
    const items = await call(dictionaryEndpoints.search, { dict: dictionary, keyword }, { signal, notices: 'none' });
    return items.map(({ value, text }) => ({ value, label: text }));
  };

async function nameOfTarget(
  { dictionary }: RecordTarget,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [text] = await call(dictionaryEndpoints.texts, { dict: dictionary, key: id }, { signal, notices: 'none' });
  return text;
}
