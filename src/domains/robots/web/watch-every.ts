const FEW_ROBOTS = 200;

/** How often a whole fleet is asked for at most while its messages come: each answer reads all of it, and a large one never rests. */
export function watchEveryMs(robots: number | undefined): number {
  return (robots ?? 0) > FEW_ROBOTS ? 5_000 : 1_000;
}
