import { Suspense } from 'react';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { OpenedPart } from '../opened-part/opened-part.tsx';
import './qr-code.css';

/** What computes the code comes with the first one that is shown. */
const Drawing = lazyAgain(() => import('./qr-drawing.tsx'));

export interface QrCodeProps {
  /** What a scanner reads, mostly an address. */
  text: string;
  /** What it leads to, in words. */
  label: string;
  /** Side on screen, in CSS pixels. */
  size?: number;
  /** Of the files to download, without ending. None: nothing is offered. */
  fileName?: string;
}

/** A QR code, and its files for printing: SVG for a print shop, PNG for everything else. */
export function QrCode(props: QrCodeProps) {
  const { size = 192 } = props;
  return (
    <div className="qr-code">
      <OpenedPart onClose={() => undefined}>
        <Suspense fallback={<div className="qr-waiting" style={{ inlineSize: size, blockSize: size }} />}>
          <Drawing {...props} size={size} />
        </Suspense>
      </OpenedPart>
    </div>
  );
}
