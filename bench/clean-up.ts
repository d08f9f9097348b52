type Undo = () => Promise<unknown>;

const undos: Undo[] = [];

/** Is done when the program ends, the newest first. */
export const later = (undo: Undo): void => void undos.push(undo);

async function cleanUp(): Promise<void> {
  for (const undo of undos.splice(0).reverse()) await undo().catch(() => undefined);
}

/** The whole of a program: what it has started is stopped at its end, also when it fails or is interrupted. */
export async function runToTheEnd(main: () => Promise<void>): Promise<never> {
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping ??= cleanUp().then(() => process.exit(130));
    });
  }
  try {
    await main();
  } finally {
    await (stopping ?? cleanUp());
  }
  process.exit(0);
}
