import { type ReactNode, useId } from 'react';
import './open-page.css';

interface LoginFieldProps {
  label: string;
  /** "(required)" or "(optional)", where a form has both. */
  mark?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  /** Something to look at before going on, such as Caps Lock. */
  caution?: string | undefined;
  children(field: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required': true }): ReactNode;
}

/** A labelled field of the pages before the login, with its fault or hint. */
export function LoginField({ label, mark, error, hint, caution, children }: LoginFieldProps) {
  const id = useId();
  const note = caution ?? hint;
  const told = [note !== undefined && `${id}-note`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="login-field">
      <label htmlFor={id}>
        {label} {mark && <small>{mark}</small>}
      </label>
      {children({
        id,
        'aria-required': true,
        ...(error !== undefined && { 'aria-invalid': true }),
        ...(told !== '' && { 'aria-describedby': told }),
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={caution === undefined ? 'login-hint' : 'login-caution'}
          role={caution === undefined ? undefined : 'status'}
        >
          {note}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="login-error fault-sign">
          {error}
        </p>
      )}
    </div>
  );
}
