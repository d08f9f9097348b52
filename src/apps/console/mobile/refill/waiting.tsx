import { useState } from 'react';
import { filled } from '#platform/i18n/web/filled.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Sheet } from '../sheet.tsx';
import type { KeptAct } from './kept.ts';
import { dropAct, refreshRuns, understood, useRuns } from './runs.ts';
import { useRunWords } from './words.ts';

/** What was not sent yet, what the server did not take, and what others did meanwhile. */
export function Waiting() {
  const { texts, words, told: tell } = useRunWords();
  const { acts, told, isSending, isLost } = useRuns();
  const waiting = acts.filter(({ refusal }) => refusal === undefined);
  const refused = acts.filter(({ refusal }) => refusal !== undefined);
  const [dropping, setDropping] = useState<KeptAct>();
  return (
    <>
      {isLost && <p className="mobile-notice">{words.noStore}</p>}
      {waiting.length > 0 && (
        <section className="refill-waiting" role="status">
          <p>
            <strong>{filled(words.waiting, { count: waiting.length })}</strong>
            <br />
            <small>{words.waitingHint}</small>
          </p>
          <button type="button" className="button" disabled={isSending} onClick={() => void refreshRuns()}>
            <Icon name="upload" size={16} />
            {isSending ? words.sending : words.sendNow}
          </button>
        </section>
      )}
      {refused.map((act) => (
        <section key={act.actId} className="mobile-fault" role="alert">
          <p>{filled(words.refusedOf, { name: act.robotName, why: act.refusal ?? '' })}</p>
          <button type="button" className="button" onClick={() => setDropping(act)}>
            {words.drop}
          </button>
        </section>
      ))}
      {told.length > 0 && (
        <section className="refill-told" role="alert">
          <ul>
            {told.map((one, at) => (
              <li key={at}>{tell(one)}</li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => void understood()}>
            {words.told.understood}
          </button>
        </section>
      )}
      {dropping && (
        <Sheet title={words.dropTitle} onClose={() => setDropping(undefined)} isQuestion>
          <p>{words.dropText}</p>
          <p className="mobile-actions">
            <button type="button" className="button" onClick={() => setDropping(undefined)}>
              {texts.cancel}
            </button>
            <button
              type="button"
              className="button button-danger"
              onClick={() => {
                setDropping(undefined);
                void dropAct(dropping);
              }}
            >
              {words.drop}
            </button>
          </p>
        </Sheet>
      )}
    </>
  );
}
