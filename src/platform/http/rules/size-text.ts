const STEPS = [
  [1_073_741_824, 'GB'],
  [1_048_576, 'MB'],
  [1_024, 'KB'],
] as const;

/** A limit in bytes as people know it, the same in every language: `2 MB`, `200 KB`, `1.5 MB`, `700 B`. */
export function sizeText(bytes: number): string {
  const [size, unit] = STEPS.find(([one]) => bytes >= one) ?? [1, 'B'];
  return `${Math.floor((bytes / size) * 10) / 10} ${unit}`;
}
