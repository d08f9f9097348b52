import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { kebabCase } from '#platform/records/contract/record-names.ts';
import { recordFilter } from '#ui/record-list/filters.ts';
import { logEndpoints } from '../contract/endpoints.ts';

const ask = (signal?: AbortSignal) => call(logEndpoints.kinds, {}, { ...(signal ? { signal } : {}), notices: 'none' });

function useKinds() {
  return useQuery({ queryKey: ['logs', 'kinds'], queryFn: ({ signal }) => ask(signal), staleTime: Infinity });
}

/** What kind of record it is, in words. */
export function ObjectKind({ of }: { of: string }) {
  const { data, isPending } = useKinds();
  if (of === '') return '–';
  // the code alone says nothing to a reader: it waits for its word
  if (isPending) return null;
  // calls without a line of their own name it as rights do
  return data?.find(({ kind }) => kind === of || kebabCase(kind) === of)?.name ?? of;
}

/** Kinds of record to choose from. */
export const objectKindFilter = recordFilter(
  async (words: string, signal: AbortSignal) =>
    (await ask(signal))
      .filter(({ name, kind }) => `${name} ${kind}`.toLowerCase().includes(words.toLowerCase()))
      .map(({ kind, name }) => ({ value: kind, label: name })),
  {
    promoted: true,
    find: async (value, signal) => (await ask(signal)).find(({ kind }) => kind === value)?.name,
  },
);
