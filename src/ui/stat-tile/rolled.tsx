import { useEffect, useRef, useState } from 'react';

const ROLL_MS = 500;

/** A figure that rolls to its new value instead of jumping; at once for those who want no motion. */
export function Rolled({ value, format }: { value: number; format: (value: number) => string }) {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === value || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(value);
      return;
    }
    const begun = performance.now();
    let frame = requestAnimationFrame(function roll(now) {
      const done = Math.min(1, (now - begun) / ROLL_MS);
      setShown(Math.round(start + (value - start) * (1 - (1 - done) ** 3)));
      if (done < 1) frame = requestAnimationFrame(roll);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value]);
  return format(shown);
}
