import { type ReactNode, useId } from 'react';
import './form-tester.css';

/** A form, and beside it what comes of what stands in it. */
export function FormWithTester({ tester, children }: { tester: ReactNode; children: ReactNode }) {
  return (
    <div className="form-with-tester">
      <div>{children}</div>
      {tester}
    </div>
  );
}

export function FormTester({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="form-tester" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
