import { useLoadedTexts } from '#ui/language/use-language.ts';
import { Tag } from '#ui/tag/tag.tsx';
import type { Fault } from '../contract/messages.ts';
import { faultText } from './fault-text.ts';

/** Active faults, one tag each, in the reader's words. */
export function FaultTags({ faults }: { faults: readonly Fault[] }) {
  const t = useLoadedTexts('robots');
  return faults.map((fault) => (
    <Tag key={`${fault.code}/${fault.part ?? ''}`} tone="danger">
      {faultText(fault, t)}
    </Tag>
  ));
}
