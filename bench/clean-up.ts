type Undo = () => Promise<unknown>;

const undos: Undo[] = [];

/** Is done when the program ends, the newest first. */
export const later = (undo: Undo): void => void undos.push(undo);

let cleaning: Promise<void> | undefined;

/** Once, whoever asks for it first: who asks later waits for it too. */
function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    for (const undo of undos.splice(0).reverse()) await undo().catch(() => undefined);
  })();
  return cleaning;
}

/** The whole of a program: what it has started is stopped at its end, also when it fails or is interrupted. */
export async function runToTheEnd(main: () => Promise<void>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(130)));
  }
  try {
    await main();
  } finally {
    await cleanUp();
  }
  process.exit(0);
}
