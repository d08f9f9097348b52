import { useEffect, useState } from 'react';

/** A pause of typing (ux-guide 5). */
const DELAY_MS = 500;

/** What was typed, once typing has stopped. */
export function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(JSON.parse(text) as Value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
