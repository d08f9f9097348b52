/** A device that has said who it is and is not checked yet. */
export interface WaitingLogin {
  /** Whether it has given up meanwhile. */
  isGone(): boolean;
  letIn(): void;
  /** It comes again after a while. */
  sendAway(): void;
}

export interface LoginLineOptions {
  /** The share of its time that the event loop had work since the last call. */
  readonly busy?: () => number;
}

const TURN_MS = 50;
/** While the event loop has more work than this, each turn lets fewer in, for people's calls wait behind them. */
const BUSY = 0.8;
/** From 280 to 1,000 in a second. Slower would be no help: who comes too late comes again, after ever longer pauses. */
const PER_TURN = { least: 14, most: 50, more: 0.25, less: 0.8 };
/** Devices wait ten seconds for the answer to their login: one that is let in at the last moment is still there. */
const PATIENCE_MS = 8_000;
/** More than can be let in within that time, if all goes well, wait in vain. */
const MOST_WAITING = 8_000;

/** Logins of devices, let in one after the other as fast as the server bears it (security 10.9). Who waits costs nothing. */
export class LoginLine {
  readonly #busy: () => number;
  readonly #waiting: { readonly login: WaitingLogin; readonly until: number }[] = [];
  #perTurn: number = PER_TURN.least;
  #left: number = PER_TURN.least;
  #turns: NodeJS.Timeout | undefined;

  constructor({ busy = utilization() }: LoginLineOptions = {}) {
    this.#busy = busy;
  }

  get length(): number {
    return this.#waiting.length;
  }

  enter(login: WaitingLogin): void {
    if (this.#waiting.length >= MOST_WAITING) {
      login.sendAway();
      return;
    }
    this.#waiting.push({ login, until: performance.now() + PATIENCE_MS });
    if (!this.#turns) {
      this.#busy();
      this.#turns = setInterval(() => this.#turn(), TURN_MS);
    }
    this.#letIn();
  }

  close(): void {
    clearInterval(this.#turns);
    this.#turns = undefined;
  }

  #turn(): void {
    const { least, most, more, less } = PER_TURN;
    this.#perTurn = this.#busy() > BUSY ? Math.max(least, this.#perTurn * less) : Math.min(most, this.#perTurn + more);
    this.#left = Math.floor(this.#perTurn);
    this.#letIn();
    if (this.#left > 0) this.close();
  }

  #letIn(): void {
    const now = performance.now();
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const { login, until } = first;
      const isLate = until <= now;
      if (!login.isGone()) {
        if (!isLate && this.#left === 0) return;
        if (isLate) login.sendAway();
        else {
          this.#left -= 1;
          login.letIn();
        }
      }
      this.#waiting.shift();
    }
  }
}

function utilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, last);
    last = now;
    return since.utilization;
  };
}
