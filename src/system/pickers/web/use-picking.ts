import { useState } from 'react';
import type { Picked } from '#ui/picker/picker-box.tsx';

export interface PickerProps {
  /** A value, or a comma list where several may be chosen (system-api.md 6.4). */
  value: string;
  onChange: (value: string) => void;
  isMulti?: boolean;
}

/** The choice while its dialog is open: kept apart until it is done. */
export function usePicking(chosen: readonly Picked[], isMulti: boolean, onChange: (value: string) => void) {
  const [draft, setDraft] = useState<readonly Picked[]>();
  const write = (picked: readonly Picked[]) => onChange(picked.map((one) => one.value).join(','));
  return {
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
    remove: (value: string) => write(chosen.filter((one) => one.value !== value)),
  };
}

export const valuesIn = (text: string): string[] => text.split(',').filter((one) => one !== '');
