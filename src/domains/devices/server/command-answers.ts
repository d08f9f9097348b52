import { Problem } from '#platform/problems/server/raise.ts';

/** Answers of devices to commands: those of one device one after the other; while the database is away they wait. */
export class CommandAnswers {
  readonly #last = new Map<string, Promise<void>>();
  #isStopped = false;

  inOrder(imei: string, work: () => Promise<void>): Promise<void> {
    const before = this.#last.get(imei) ?? Promise.resolve();
    const next = before.catch(() => undefined).then(() => this.#insistently(work));
    this.#last.set(imei, next);
    const remove = (): void => {
      if (this.#last.get(imei) === next) this.#last.delete(imei);
    };
    next.then(remove, remove);
    return next;
  }

  /** What fails from now on is not tried again. */
  stop(): void {
    this.#isStopped = true;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }

  async #insistently(work: () => Promise<void>): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        await work();
        return;
      } catch (error) {
        if (this.#isStopped || !(error instanceof Problem)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      }
    }
  }
}
