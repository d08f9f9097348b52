import { useEffect, useRef, useState } from 'react';
import { CallError } from '#platform/http/web/call-error.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { LoginField } from './login-field.tsx';
import type { OpenTexts } from './open-page.ts';

/** The server lets the same receiver ask again after this time. */
const AGAIN_AFTER_S = 60;

interface CodeFieldProps {
  texts: OpenTexts['code'];
  mark?: string;
  error: string | undefined;
  /** Shown after sending; it does not say whether anybody received the code. */
  sentText: string;
  /** A code was sent when the field appeared. */
  isSent?: boolean;
  input: { name: string; onInput(): void };
  /** False where something else has to be put right first. */
  onSend(): Promise<boolean>;
  onFailure(error: unknown): void;
}

/** Six digits, and the button that sends them (system-api.md 2.3: again after 60 s). */
export function CodeField({ texts, mark, error, sentText, isSent = false, input, onSend, onFailure }: CodeFieldProps) {
  const [said, setSaid] = useState(isSent ? sentText : undefined);
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(isSent ? AGAIN_AFTER_S : 0);
  const code = useRef<HTMLInputElement>(null);
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const tick = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(tick);
  }, [isWaiting]);

  // Sent already: the code is what is left to type.
  useEffect(() => {
    if (isSent) code.current?.focus();
  }, [isSent]);

  async function send() {
    if (busy || isWaiting) return;
    setBusy(true);
    try {
      if (!(await onSend())) return;
      setSaid(sentText);
      setLeft(AGAIN_AFTER_S);
      code.current?.focus();
    } catch (failure) {
      setSaid(undefined);
      if (failure instanceof CallError && failure.retryAfterSeconds) setLeft(failure.retryAfterSeconds);
      onFailure(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="code-field">
      <LoginField label={texts.label} mark={mark} error={error}>
        {(field) => (
          <span className="code-field-row">
            <input
              {...field}
              {...input}
              ref={code}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\d*"
              maxLength={6}
              spellCheck={false}
              enterKeyHint="go"
            />
            <button type="button" aria-disabled={busy || isWaiting} aria-busy={busy} onClick={() => void send()}>
              {isWaiting ? filled(texts.again, { seconds: left }) : texts.send}
            </button>
          </span>
        )}
      </LoginField>
      <p className="code-field-said" role="status">
        {said}
      </p>
    </div>
  );
}
