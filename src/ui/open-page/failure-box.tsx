import { useEffect, useState } from 'react';

/** Platform.md 8 and 9. */
const TOLD_FOR_MS = 4_000;

/**
 * A failed try is shown under its title for four seconds, as the catalogue has it; the reason stays beside the fields
 * until the next try, for users who read slowly.
 */
export function FailureBox({ title, text }: { title: string; text: string }) {
  const [isTold, setTold] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is shown anew
  useEffect(() => {
    setTold(true);
    const timer = setTimeout(() => setTold(false), TOLD_FOR_MS);
    return () => clearTimeout(timer);
  }, [title, text]);
  return (
    <div className="login-failure login-failure-told" role="alert">
      {isTold && <strong className="fault-sign">{title}</strong>}
      <span>{text}</span>
    </div>
  );
}
