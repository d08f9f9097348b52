import { useState } from 'react';
import type { Picked } from '#ui/picker/picker-box.tsx';

export interface PickerProps {
  /** A value, or a comma list where several may be chosen (system-api.md 6.4). */
  value: string;
  onChange: (value: string) => void;
  isMulti?: boolean;
}

/** The values of a comma list with the names that are known. */
export const pickedOf = (value: string, nameOf: ReadonlyMap<string, string> | undefined): readonly Picked[] =>
  value
    .split(',')
    .filter((one) => one !== '')
    .map((one) => ({ value: one, label: nameOf?.get(one) ?? one }));

/** What is chosen, by its names, and the choice while its dialog is open: kept apart until it is done. */
export function usePicking(
  { value, onChange, isMulti = false }: PickerProps,
  nameOf: ReadonlyMap<string, string> | undefined,
) {
  const chosen = pickedOf(value, nameOf);
  const [draft, setDraft] = useState<readonly Picked[]>();
  const write = (picked: readonly Picked[]) => onChange(picked.map((one) => one.value).join(','));
  return {
    chosen,
    isOpen: draft !== undefined,
    draft: draft ?? [],
    open: () => setDraft(chosen),
    close: () => setDraft(undefined),
    toggle: (option: Picked) =>
      setDraft((now = []) => {
        if (!isMulti) return [option];
        const isIn = now.some((one) => one.value === option.value);
        return isIn ? now.filter((one) => one.value !== option.value) : [...now, option];
      }),
    done: () => {
      write(draft ?? []);
      setDraft(undefined);
    },
    remove: (gone: string) => write(chosen.filter((one) => one.value !== gone)),
  };
}

export type Picking = ReturnType<typeof usePicking>;
