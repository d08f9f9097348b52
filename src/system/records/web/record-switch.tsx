import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { useMayEdit } from '#ui/allowed/allowed.tsx';
import { recordName } from './record-name.ts';
import { RecordValue, type Row } from './record-value.tsx';
import { useTurnRecord } from './use-turn-record.ts';
import './records.css';

/**
 * A record's switch: asked before it moves (domain 4), moved at once, and moved back where the server refuses. The state beside it
 * is in words; whoever may not change it sees those alone.
 */
export function RecordSwitch({ kind, row }: { kind: RecordKind; row: Row }) {
  const { t } = useTranslation(kind.namespace);
  const mayEdit = useMayEdit(kind.endpoints.turn);
  const turn = useTurnRecord(kind);
  const [asked, setAsked] = useState<boolean>();
  const { field = '', on, off } = kind.switch ?? {};
  const isOn = asked ?? row[field] === on;
  const state = <RecordValue kind={kind} field={field} row={{ ...row, [field]: isOn ? on : off }} />;
  if (!mayEdit) return state;
  return (
    <label className="record-switch">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={`${t(`field.${field}`)}: ${recordName(kind, row)}`}
        aria-checked={isOn}
        checked={isOn}
        disabled={asked !== undefined}
        onChange={() =>
          void turn(row, !isOn, () => setAsked(!isOn)).finally(() => {
            setAsked(undefined);
          })
        }
      />
      <span>{state}</span>
    </label>
  );
}
