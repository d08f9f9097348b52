import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import type { UnitState as State } from '../contract/codes.ts';

const TONES: Readonly<Record<State, Tone>> = {
  ...{ in_slot: 'success', rented: 'busy', in_service: 'warning', missing: 'danger', sold: 'neutral' },
  ...{ broken: 'danger', moved: 'neutral' },
};

export function UnitState({ state }: { state: State }) {
  return (
    <Tag tone={TONES[state]}>
      <DictionaryText code="power_bank_state" value={state} />
    </Tag>
  );
}
