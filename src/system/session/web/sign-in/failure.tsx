import { canEncrypt } from '../login/encrypt-form.ts';
import type { LoginTexts } from '../login/texts.ts';

/** Whether this page may send secrets: over https, or to this machine itself (product.md 3). */
export const isSafeWay = canEncrypt;

interface FailureProps {
  title: string;
  text: string | undefined;
  texts: LoginTexts['login'];
}

/** Why the last try did not work, and why none can be made, above the fields. */
export function Failure({ title, text, texts }: FailureProps) {
  return (
    <>
      {text !== undefined && (
        <div className="login-failure" role="alert">
          <strong>{title}</strong>
          <span>{text}</span>
        </div>
      )}
      {!isSafeWay() && (
        <div className="login-failure" role="alert">
          <span>{texts.insecure}</span>
        </div>
      )}
    </>
  );
}
