import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pixelsPerModule, QUIET, qrFile, qrMatrix, qrPath, qrSide } from '#platform/qr/rules/qr-matrix.ts';
import { Button } from '../button/button.tsx';
import type { QrCodeProps } from './qr-code.tsx';

/** Side of the downloaded files in pixels: 8 cm in print. */
const FILE_SIZE = 1_024;

export default function QrDrawing({ text, label, size, fileName }: QrCodeProps) {
  const { t } = useTranslation('ui');
  const matrix = useMemo(() => qrMatrix(text), [text]);
  const side = qrSide(matrix);
  return (
    <>
      <svg
        role="img"
        aria-label={t('qrCode.of', { label })}
        className="qr-drawing"
        width={size}
        height={size}
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <rect width={side} height={side} className="qr-light" />
        <path d={qrPath(matrix)} className="qr-dark" />
      </svg>
      {fileName !== undefined && (
        <div className="button-group">
          <Button
            small
            icon="download"
            onClick={() => save(new Blob([qrFile(matrix, FILE_SIZE)], { type: 'image/svg+xml' }), `${fileName}.svg`)}
          >
            {t('qrCode.svg')}
          </Button>
          <Button small icon="download" onClick={() => void pngOf(matrix).then((png) => save(png, `${fileName}.png`))}>
            {t('qrCode.png')}
          </Button>
        </div>
      )}
    </>
  );
}

async function pngOf(matrix: ReturnType<typeof qrMatrix>): Promise<Blob> {
  const side = qrSide(matrix);
  const scale = pixelsPerModule(side, FILE_SIZE);
  const canvas = new OffscreenCanvas(side * scale, side * scale);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser draws no pictures');
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = '#000';
  for (const [y, row] of matrix.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) drawing.fillRect((x + QUIET) * scale, (y + QUIET) * scale, scale, scale);
  return canvas.convertToBlob({ type: 'image/png' });
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // not before the browser has begun to read it
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
