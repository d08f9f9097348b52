import { useDictionarySearch } from '#system/dictionaries/web/index.ts';

/** The name of a record that a condition asks for. */
export function RecordWords({ code, value }: { code: string; value: string }) {
  return useDictionarySearch(code, value).text;
}
