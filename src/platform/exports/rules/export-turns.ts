/** A file that is being made, or waits for it. */
export interface UnfinishedFile {
  readonly id: string;
  readonly person: string;
  readonly askedAt: Date;
  readonly isBeingMade: boolean;
}

/**
 * Which of the files that wait may be begun now, where `atOnce` are made at a time. People take turns: of one person one
 * file is made at a time, and whose last file was over the longest ago comes first, so that no user waits behind all that a
 * colleague has asked for. `servedAt`: when each person's last file was over.
 */
export function filesToBegin(
  files: readonly UnfinishedFile[],
  servedAt: ReadonlyMap<string, Date>,
  atOnce: number,
): string[] {
  const running = files.filter(({ isBeingMade }) => isBeingMade);
  const busy = new Set(running.map(({ person }) => person));
  const next = new Map<string, UnfinishedFile>();
  for (const file of files) {
    if (file.isBeingMade || busy.has(file.person)) continue;
    const first = next.get(file.person);
    if (!first || isBefore(file, first)) next.set(file.person, file);
  }
  const served = (file: UnfinishedFile): number => servedAt.get(file.person)?.getTime() ?? 0;
  return [...next.values()]
    .sort((one, other) => served(one) - served(other) || (isBefore(one, other) ? -1 : 1))
    .slice(0, Math.max(0, atOnce - running.length))
    .map(({ id }) => id);
}

function isBefore(one: UnfinishedFile, other: UnfinishedFile): boolean {
  const earlier = one.askedAt.getTime() - other.askedAt.getTime();
  return earlier === 0 ? one.id < other.id : earlier < 0;
}
