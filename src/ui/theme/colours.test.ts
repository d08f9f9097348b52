import { describe, expect, test } from 'vitest';

const files = import.meta.glob<string>('./*.css', { eager: true, import: 'default', query: '?raw' });

/** Tokens by selector, in the order of the files: later ones win, as in the cascade. */
function rulesOf(file: string): { selector: string; tokens: Record<string, string> }[] {
  const text = (files[`./${file}`] ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(:root[^{]*)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    tokens: Object.fromEntries(
      [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
    ),
  }));
}
const rules = [...rulesOf('tokens.css'), ...rulesOf('colours.css')];
const colours = [...new Set(rules.flatMap(({ selector }) => /data-colour="(\w+)"/.exec(selector)?.[1] ?? []))];

function tokensIn(theme: readonly string[], colour: string): Record<string, string> {
  const applies = (selector: string): boolean => {
    const words = [...selector.matchAll(/data-theme~="(\w+)"/g)].map(([, word]) => word as string);
    const own = /data-colour="(\w+)"/.exec(selector)?.[1];
    return (
      !selector.includes(':lang') &&
      words.every((word) => theme.includes(word)) &&
      (own === undefined || own === colour)
    );
  };
  return Object.assign({}, ...rules.filter(({ selector }) => applies(selector)).map(({ tokens }) => tokens)) as Record<
    string,
    string
  >;
}

type Triple = readonly [number, number, number];
const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const PART = 3;
/** What stands on what (ux-guide 12). */
const PAIRS = [
  ['--link', '--surface', TEXT],
  ['--link', '--page', TEXT],
  ['--link', '--primary-soft', TEXT],
  ['--primary', '--page', TEXT],
  ['--on-primary', '--primary', TEXT],
  ['--on-primary', '--primary-hover', TEXT],
  ['--on-danger', '--danger-solid', TEXT],
  ['--success', '--success-soft', TEXT],
  ['--warning', '--warning-soft', TEXT],
  ['--danger', '--danger-soft', TEXT],
  ['--info', '--info-soft', TEXT],
  ['--danger', '--surface', TEXT],
  ['--text-faint', '--hover', TEXT],
  ['--link', '--hover', TEXT],
  ['--danger', '--hover', TEXT],
  ['--brand', '--surface', PART],
  ['--data', '--surface', PART],
  ['--data-2', '--surface', PART],
  ['--data-3', '--surface', PART],
  ['--data-4', '--surface', PART],
  ['--data-5', '--surface', PART],
  ['--data-6', '--surface', PART],
  ['--focus', '--surface', PART],
  ['--focus', '--page', PART],
] as const;

describe.each([[[]], [['dark']], [['weak']], [['dark', 'weak']]])('theme %j', (theme) => {
  test.each(['default', ...colours])('colour %s keeps its contrast', (colour) => {
    const tokens = tokensIn(theme, colour);
    const poor = PAIRS.filter(([on, under, least]) => contrast(tokens[on]!, tokens[under]!) < least);
    expect(poor).toEqual([]);
  });
});

test('seven colours stand beside the default', () => {
  expect(colours.toSorted()).toEqual(['13c2c2', '2f54eb', '52c41a', '722ed1', 'f5222d', 'fa541c', 'faad14']);
});

/** How the three kinds of dichromats see linear light (Machado and others, 2009). */
const SIGHTS: Record<string, readonly Triple[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const times = (rows: readonly Triple[], [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;
const OKLAB_LMS: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
/** Distance in OKLab; 0.1 is visible at a glance. */
function seenApart(one: string, other: string, sight: readonly Triple[]): number {
  const lab = (hex: string): Triple =>
    times(OKLAB, times(OKLAB_LMS, times(sight, linear(hex))).map((value) => Math.cbrt(value)) as unknown as Triple);
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.each([[['weak']], [['dark', 'weak']]])('colour-weak %j', (theme) => {
  test.each(Object.entries(SIGHTS))('good, careful and bad are told apart with %s', (_name, sight) => {
    const tokens = tokensIn(theme, 'default');
    const tones = ['--success', '--warning', '--danger'] as const;
    for (const [at, tone] of tones.entries())
      for (const other of tones.slice(at + 1))
        expect(seenApart(tokens[tone]!, tokens[other]!, sight), `${tone} and ${other}`).toBeGreaterThan(0.1);
  });

  test('good and bad differ in lightness, not only in hue', () => {
    const tokens = tokensIn(theme, 'default');
    expect(contrast(tokens['--success']!, tokens['--danger']!)).toBeGreaterThan(1.4);
  });
});
