import { useState } from 'react';
import type { RefillRun, RunStop } from '#domains/refill-runs/contract/endpoints.ts';
import { SKIP_REASONS } from '#domains/refill-runs/contract/run-states.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { Sheet } from '../sheet.tsx';
import { SheetField } from '../sheet-field.tsx';
import { doAct } from './runs.ts';
import { useRunWords } from './words.ts';

/** Why a robot is left out: one tap, or words of one's own. */
export function SkipSheet({
  run,
  stop,
  onClose,
}: {
  run: RefillRun;
  stop: RunStop;
  onClose: (isDone: boolean) => void;
}) {
  const { texts, words } = useRunWords();
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const skip = (reason: string): void => {
    void doAct({ kind: 'skip', id: run.id, robotId: stop.robotId, robotName: stop.name, reason });
    onClose(true);
  };
  return (
    <Sheet
      title={filled(words.skipTitle, { name: stop.name })}
      onClose={() => onClose(false)}
      isUnsaved={typed.trim() !== ''}
    >
      {(leave) => (
        <form
          className="mobile-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setChecked(true);
            if (typed.trim() !== '') skip(typed.trim());
          }}
        >
          <p className="mobile-soft">{words.skipHint}</p>
          {isOther ? (
            <SheetField
              name="reason"
              label={texts.reason}
              value={typed}
              fault={isChecked && typed.trim() === '' ? texts.reasonMissing : undefined}
              onChange={setTyped}
              onLeave={() => setChecked(typed !== '')}
            />
          ) : (
            <div className="refill-reasons">
              {SKIP_REASONS.map((reason) => (
                <button
                  key={reason}
                  type="button"
                  className="button"
                  onClick={() => (reason === 'other' ? setOther(true) : skip(reason))}
                >
                  {words.why[reason]}
                </button>
              ))}
            </div>
          )}
          <p className="mobile-actions">
            <button type="button" className="button" onClick={leave}>
              {texts.cancel}
            </button>
            {isOther && (
              <button type="submit" className="button button-primary">
                {words.skip}
              </button>
            )}
          </p>
        </form>
      )}
    </Sheet>
  );
}
