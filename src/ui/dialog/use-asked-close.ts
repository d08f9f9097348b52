import { useEffect, useRef } from 'react';
import { type Confirmation, confirm } from '../confirm/confirm.tsx';

/**
 * How a dialog with something to lose closes: at once while there is no `question`, else once the reader has agreed to it. For
 * Escape, the cross, the back gesture and its own buttons.
 */
export function useAskedClose(onClose: () => void, question: Confirmation | undefined): () => void {
  const latest = useRef({ onClose, question });
  useEffect(() => {
    latest.current = { onClose, question };
  });
  const isAsking = useRef(false);
  return () => {
    const { question } = latest.current;
    if (!question) return latest.current.onClose();
    if (isAsking.current) return;
    isAsking.current = true;
    void confirm(question).then((agreed) => {
      isAsking.current = false;
      if (agreed) latest.current.onClose();
    });
  };
}
