import { FailureBox } from './failure-box.tsx';
import type { OpenTexts } from './open-page.ts';
import { isSafeWay } from './safe-way.ts';

interface FailureProps {
  title: string;
  text: string | undefined;
  texts: OpenTexts['open'];
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
