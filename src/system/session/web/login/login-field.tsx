import { type ReactNode, useId } from 'react';

interface LoginFieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Something to look at before going on, such as Caps Lock. */
  caution?: string | undefined;
  children(field: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required': true }): ReactNode;
}

/** A labelled field of the pages before the login, with its fault or hint. */
export function LoginField({ label, error, hint, caution, children }: LoginFieldProps) {
  const id = useId();
  const note = error ?? caution ?? hint;
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-required': true,
        ...(error !== undefined && { 'aria-invalid': true }),
        ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={error !== undefined ? 'login-error' : caution !== undefined ? 'login-caution' : 'login-hint'}
          role={error === undefined && caution !== undefined ? 'status' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
