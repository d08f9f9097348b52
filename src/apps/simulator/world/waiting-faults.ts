/** A fault that waits for its moment, for as many times as it was asked for. */
interface Waiting {
  readonly kind: string;
  times: number;
}

export type OfKind<Fault extends Waiting, Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

export interface WaitingFaults<Fault extends Waiting> {
  add(fault: Fault): void;
  /** The first one of the kind, once less. */
  take<Kind extends Fault['kind']>(kind: Kind): OfKind<Fault, Kind> | undefined;
  list(): Fault[];
  clear(): void;
}

export function createWaitingFaults<Fault extends Waiting>(): WaitingFaults<Fault> {
  let queue: Fault[] = [];
  return {
    add: (fault) => queue.push({ ...fault }),
    take: <Kind extends Fault['kind']>(kind: Kind) => {
      const found = queue.find((fault): fault is OfKind<Fault, Kind> => fault.kind === kind);
      if (!found) return undefined;
      found.times -= 1;
      if (found.times <= 0) queue = queue.filter((fault) => fault !== found);
      return found;
    },
    list: () => queue.map((fault) => ({ ...fault })),
    clear: () => {
      queue = [];
    },
  };
}
