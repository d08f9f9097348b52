import { useTranslation } from 'react-i18next';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { LiveSwitch } from '#ui/switch/live-switch.tsx';
import { recordName } from './record-name.ts';
import { RecordValue, type Row } from './record-value.tsx';
import { useTurning } from './use-turn-record.ts';
import './records.css';

/** A record's switch, asked before it moves (domain 4), with the state beside it in words. */
export function RecordSwitch({ kind, row }: { kind: RecordKind; row: Row }) {
  const { t, i18n } = useTranslation(kind.namespace);
  const { question, send } = useTurning(kind);
  const { field = '', on } = kind.switch ?? {};
  return (
    <span className="record-switch">
      <LiveSwitch
        label={saidOf(t(`field.${field}`), recordName(kind, row), i18n.language)}
        // the older family answers codes as texts
        isOn={String(row[field]) === String(on)}
        change={(isOn) => send(row, isOn)}
        ask={(isOn) => question(row, isOn)}
        by={kind.endpoints.turn}
        refreshes={kind.namespace}
      />
      <RecordValue kind={kind} field={field} row={row} />
    </span>
  );
}
