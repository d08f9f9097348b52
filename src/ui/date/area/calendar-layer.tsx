import type { ReactNode } from 'react';
import { Dialog } from '../../dialog/dialog.tsx';
import { Popover } from '../../placement/popover.tsx';
import { useIsNarrow } from '../../record-table/use-media.ts';

interface CalendarLayerProps {
  label: string;
  anchor: Element;
  onClose: () => void;
  children: ReactNode;
}

/** A calendar hangs at its field; on a phone it is a sheet at the thumb. */
export function CalendarLayer({ label, anchor, onClose, children }: CalendarLayerProps) {
  const isNarrow = useIsNarrow();
  return isNarrow ? (
    <Dialog title={label} className="date-sheet" onClose={onClose}>
      {children}
    </Dialog>
  ) : (
    <Popover anchor={anchor} className="date-popover" role="dialog" aria-label={label} onClose={onClose}>
      {children}
    </Popover>
  );
}
