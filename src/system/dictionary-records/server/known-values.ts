import type { ServerSlice } from '#platform/http/server/slice.ts';
import type { KnownValues } from './guard-dictionary.ts';

/** By dictionary, the values that fields of kinds and conditions of lists take. */
export function knownValues(slices: () => readonly ServerSlice[]): () => KnownValues {
  let known: KnownValues | undefined;
  return () => {
    known ??= gathered(slices());
    return known;
  };
}

function gathered(slices: readonly ServerSlice[]): KnownValues {
  const known = new Map<string, Set<string>>();
  const note = (dictionary: string, values: readonly (string | number)[]) => {
    const all = known.get(dictionary) ?? new Set();
    for (const value of values) all.add(String(value));
    known.set(dictionary, all);
  };
  for (const slice of slices) {
    for (const kind of slice.kinds ?? [])
      for (const { dictionary, values } of Object.values(kind.fields))
        if (dictionary && values) note(dictionary, values);
    for (const { fields } of slice.ruledLists ?? [])
      for (const field of Object.values(fields)) if (field.kind === 'choice') note(field.dictionary, field.values);
  }
  return known;
}
