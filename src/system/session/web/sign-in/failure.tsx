import { canEncrypt } from '../login/encrypt-form.ts';
import { FailureBox } from '../login/failure-box.tsx';
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
      {text !== undefined && <FailureBox title={title} text={text} />}
      {!isSafeWay() && (
        <div className="login-failure" role="alert">
          <span>{texts.insecure}</span>
        </div>
      )}
    </>
  );
}
