export type Point = readonly [x: number, y: number];
/** Strokes of a sign in a box of 4 × 6, y downwards. */
export type Glyph = readonly (readonly Point[])[];

/** Points as two digits each, a space between strokes. */
const strokes = (text: string): Glyph =>
  text
    .split(' ')
    .map((stroke) => (stroke.match(/\d\d/g) ?? []).map((point): Point => [Number(point[0]), Number(point[1])]));

/** The signs of `CAPTCHA_SIGNS` as strokes, so that no font is needed and no text stands in the picture. */
export const GLYPHS: Readonly<Record<string, Glyph>> = {
  A: strokes('062046 1333'),
  C: strokes('4130100105163645'),
  D: strokes('00204244260600'),
  E: strokes('40000646 0333'),
  F: strokes('400006 0333'),
  H: strokes('0006 4046 0343'),
  J: strokes('1040 3035261605'),
  K: strokes('0006 400346'),
  L: strokes('000646'),
  M: strokes('0600234046'),
  N: strokes('06004640'),
  P: strokes('06003041423303'),
  R: strokes('06003041423303 2346'),
  T: strokes('0040 2026'),
  U: strokes('000516364540'),
  V: strokes('002640'),
  W: strokes('0016233640'),
  X: strokes('0046 4006'),
  Y: strokes('002340 2326'),
  3: strokes('01103041423323 334445361605'),
  4: strokes('36300444'),
  7: strokes('004016'),
  9: strokes('4233130201103041442616'),
};
