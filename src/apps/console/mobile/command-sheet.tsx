import { type FormEvent, useRef, useState } from 'react';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { Sheet } from './sheet.tsx';
import { SheetField } from './sheet-field.tsx';
import { useSurroundings } from './surroundings.ts';
import { sendCommand } from './way-calls.ts';
import { useWayTexts } from './way-texts.ts';

export type Deed = 'restart' | 'setMaintenance' | 'endMaintenance' | 'clean' | 'openOutlet';
export interface Asked {
  readonly deed: Deed;
  readonly cmd: 'restart' | 'setMaintenance' | 'clean' | 'openOutlet';
}

interface CommandSheetProps {
  robot: RobotDetail;
  asked: Asked;
  verb: string;
  onClose: () => void;
  onDone: () => void;
}

/** What it does, why, and what else the command needs, as the console asks. */
export function CommandSheet({ robot, asked, verb, onClose, onDone }: CommandSheetProps) {
  const { texts } = useSurroundings();
  const words = useWayTexts();
  const { command } = texts.robotWords;
  const [typed, setTyped] = useState({ reason: '', outlet: '' });
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const needsOutlet = asked.deed === 'openOutlet';
  const isDanger = asked.deed === 'restart' || needsOutlet;
  const outlet = /^[1-9]\d?$/.test(typed.outlet.trim()) ? Number(typed.outlet) : undefined;
  const isMissing = typed.reason.trim() === '' || (needsOutlet && outlet === undefined);
  const field = (name: 'reason' | 'outlet') => ({
    name,
    value: typed[name],
    onChange: (text: string) => {
      key.current = crypto.randomUUID();
      setFailure('');
      setTyped({ ...typed, [name]: text });
    },
    onLeave: () => undefined,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    setBusy(true);
    const args =
      asked.cmd === 'setMaintenance' ? { on: asked.deed === 'setMaintenance' } : needsOutlet ? { outlet } : {};
    try {
      await sendCommand({ robotId: robot.id, cmd: asked.cmd, args, reason: typed.reason.trim() } as never, key.current);
      onDone();
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={filled(command.ask[asked.deed], { name: robot.name })}
      onClose={onClose}
      isUnsaved={typed.reason !== '' || typed.outlet !== ''}
      isBusy={isBusy}
    >
      {(leave) => (
        <form className="mobile-form" noValidate onSubmit={(event) => void submit(event)}>
          <p className="mobile-soft">{command.then[asked.deed]}</p>
          {needsOutlet && (
            <SheetField
              {...field('outlet')}
              label={words.robot.outlet}
              fault={isChecked && outlet === undefined ? words.robot.outletWrong : undefined}
              isAmount
            />
          )}
          <SheetField
            {...field('reason')}
            label={words.reason}
            fault={isChecked && typed.reason.trim() === '' ? words.reasonMissing : undefined}
          />
          {failure && (
            <p role="alert" className="mobile-fault-text fault-sign">
              {failure}
            </p>
          )}
          <p className="mobile-actions">
            <button type="button" className="button" onClick={leave} disabled={isBusy}>
              {words.cancel}
            </button>
            <button type="submit" className={`button button-${isDanger ? 'danger' : 'primary'}`} disabled={isBusy}>
              {verb}
            </button>
          </p>
        </form>
      )}
    </Sheet>
  );
}
