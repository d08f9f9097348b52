import { type FormEvent, useRef, useState } from 'react';
import type { Alarm } from '#domains/alarms/contract/alarms.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { Sheet } from './sheet.tsx';
import { SheetField } from './sheet-field.tsx';
import { commentAlarm, snoozeAlarm } from './way-calls.ts';
import { useWayTexts } from './way-texts.ts';

const MINUTES = [30, 60, 240, 480] as const;

/** A note, or silence for a while. */
export function AlarmSheet({ alarm, onClose, onDone }: { alarm: Alarm; onClose: () => void; onDone: () => void }) {
  const texts = useWayTexts();
  const words = texts.alarms;
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      onDone();
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (note.trim() !== '') void act(() => commentAlarm(alarm.id, note.trim(), key.current));
  };
  return (
    <Sheet
      title={filled(words.title, { name: alarm.deviceName })}
      onClose={onClose}
      isUnsaved={note !== ''}
      isBusy={isBusy}
    >
      {(leave) => (
        <form className="mobile-form" noValidate onSubmit={submit}>
          {/* about an acknowledged one nobody is called */}
          {alarm.state === 'open' && (
            <fieldset className="mobile-choices">
              <legend>{words.snoozeFor}</legend>
              {MINUTES.map((minutes) => (
                <button
                  key={minutes}
                  type="button"
                  className="button"
                  disabled={isBusy}
                  onClick={() => void act(() => snoozeAlarm(alarm.id, minutes))}
                >
                  {minutes < 60
                    ? filled(words.minutes, { count: minutes })
                    : filled(words.hours, { count: minutes / 60 })}
                </button>
              ))}
            </fieldset>
          )}
          <SheetField
            name="comment"
            label={words.comment}
            value={note}
            fault={isChecked && note.trim() === '' ? words.commentMissing : undefined}
            onChange={(text) => {
              key.current = crypto.randomUUID();
              setFailure('');
              setNote(text);
            }}
            onLeave={() => setChecked(note !== '')}
          />
          {failure && (
            <p role="alert" className="mobile-fault-text fault-sign">
              {failure}
            </p>
          )}
          <p className="mobile-actions">
            <button type="button" className="button" onClick={leave} disabled={isBusy}>
              {texts.cancel}
            </button>
            <button type="submit" className="button button-primary" disabled={isBusy}>
              {texts.save}
            </button>
          </p>
        </form>
      )}
    </Sheet>
  );
}
