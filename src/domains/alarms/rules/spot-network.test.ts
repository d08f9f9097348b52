import { describe, expect, test } from 'vitest';
import { networkVerdict } from './spot-network.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

describe('the network of a spot', () => {
  test.each<[string, number, number[], string]>([
    ['two of two', 2, [0, 0], 'none'],
    ['three of three', 3, [0, 1, 2], 'down'],
    ['three of six', 6, [0, 1, 2], 'down'],
    ['three of seven', 7, [0, 1, 2], 'none'],
    ['forty of forty, over a minute', 40, Array.from({ length: 40 }, (_, nth) => nth / 40), 'down'],
    ['two now and one a while ago', 3, [0, 0, 11], 'none'],
    ['three now, four silent for days, of nine', 9, [0, 0, 0, 3_000, 3_000, 3_000, 3_000], 'down'],
    ['nothing', 5, [], 'none'],
  ])('%s', (_case, all, silent, expected) => {
    expect(networkVerdict({ all, silentSince: silent.map(ago) }, undefined, NOW)).toBe(expected);
  });

  test.each<[string, number, number, number | null, string]>([
    ['all back', 40, 0, 0, 'over'],
    ['nobody back', 40, 40, null, 'hold'],
    ['most back a moment ago', 40, 5, 1, 'hold'],
    ['most back five minutes ago', 40, 5, 5, 'released'],
    ['half back long ago', 40, 20, 60, 'hold'],
  ])('while it is raised: %s', (_case, parts, silentParts, back, expected) => {
    const active = { parts, silentParts, lastBackAt: back === null ? null : ago(back) };
    expect(networkVerdict({ all: 40, silentSince: [] }, active, NOW)).toBe(expected);
  });
});
