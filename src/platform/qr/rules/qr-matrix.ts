import qrcode from 'qrcode-generator';

/** Light modules around the code, without which scanners do not find it (ISO/IEC 18004). */
export const QUIET = 4;

const utf8 = (text: string): number[] =>
  [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, plain = '']) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16),
  );

/** The dark modules of a code that is still read with 15 % of it covered, as by a scratch on a device. */
export function qrMatrix(text: string): readonly (readonly boolean[])[] {
  qrcode.stringToBytes = utf8;
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const places = [...Array(code.getModuleCount()).keys()];
  return places.map((row) => places.map((column) => code.isDark(row, column)));
}

/** Side of the drawing in modules, the light border included. */
export const qrSide = (matrix: readonly unknown[]): number => matrix.length + 2 * QUIET;

/** The dark modules as one path: each run of a row is a bar, so that no seams show between them. */
export function qrPath(matrix: readonly (readonly boolean[])[]): string {
  return matrix
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const length = (end < 0 ? row.length : end) - x;
        return [`M${x + QUIET} ${y + QUIET}h${length}v1h-${length}z`];
      }),
    )
    .join('');
}

/** A file of its own, dark on light in every theme. */
export function qrFile(matrix: readonly (readonly boolean[])[], size: number): string {
  const side = qrSide(matrix);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(matrix)}"/></svg>`;
}

/** The largest whole number of pixels for a module, at least one: half a pixel would be grey. */
export function pixelsPerModule(side: number, size: number): number {
  return Math.max(1, Math.floor(size / side));
}
