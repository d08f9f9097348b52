import type { ReactNode } from 'react';

interface SubmitButtonProps {
  busy: boolean;
  busyText: string;
  disabled?: boolean;
  children: ReactNode;
}

/** The one action of a page before the login. While it works it stays in its place and keeps the focus. */
export function SubmitButton({ busy, busyText, disabled, children }: SubmitButtonProps) {
  return (
    <button type="submit" className="login-submit" disabled={disabled} aria-busy={busy} aria-disabled={busy}>
      {busy ? busyText : children}
    </button>
  );
}
