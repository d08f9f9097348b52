import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FormValues } from '#ui/form-dialog/form-state.ts';

export type ExplainerMode = 'goods' | 'free' | 'order';

const TYPING_MS = 300;

/** What the page is about, all of it in the address: `?of=free&values={…}`, or `?order=2027…`. */
export function useExplainerAddress() {
  const [params, setParams] = useSearchParams();
  const orderNo = params.get('order') ?? undefined;
  const mode: ExplainerMode = orderNo === undefined ? (params.get('of') === 'free' ? 'free' : 'goods') : 'order';
  const kept = params.get('values') ?? '';
  const go = useCallback(
    (next: 'goods' | 'free', values?: FormValues) =>
      setParams({ of: next, ...(values && { values: JSON.stringify(values) }) }, { replace: true }),
    [setParams],
  );
  return { mode, orderNo, kept, go };
}

/** The values of a mode: typed at once, in the address when the typing pauses, and anew where the address changes elsewhere. */
export function useKeptInAddress(kept: string, empty: FormValues, keep: (values: FormValues) => void) {
  const [values, setValues] = useState<FormValues>(() => read(kept) ?? empty);
  const [seen, setSeen] = useState(kept);
  const written = useRef(kept);
  if (seen !== kept) {
    setSeen(kept);
    if (written.current !== kept) setValues(read(kept) ?? empty);
  }
  const text = JSON.stringify(values);
  useEffect(() => {
    if (text === written.current || (written.current === '' && text === JSON.stringify(empty))) return;
    const waiting = setTimeout(() => {
      written.current = text;
      keep(JSON.parse(text) as FormValues);
    }, TYPING_MS);
    return () => clearTimeout(waiting);
  }, [text, empty, keep]);
  return [values, setValues] as const;
}

/** What somebody wrote into an address may be anything. */
function read(kept: string): FormValues | undefined {
  if (kept === '') return undefined;
  try {
    const values: unknown = JSON.parse(kept);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as FormValues) : undefined;
  } catch {
    return undefined;
  }
}
