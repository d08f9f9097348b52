/** A device that has said who it is and is not checked yet. */
export interface WaitingLogin {
  /** As whom it wants to log in. */
  readonly id: string;
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

interface Place {
  readonly login: WaitingLogin;
  /** When this device asked for the first time. */
  readonly since: number;
  readonly until: number;
  isDone: boolean;
}

const TURN_MS = 50;
/** While the event loop has more work than this, each turn lets fewer in, for people's calls wait behind them. */
const BUSY = 0.4;
/** From 120 to 1,000 in a second. */
const PER_TURN = { least: 6, most: 50, more: 0.25, less: 0.8 };
/** Of a long line each turn lets more in, so that it is over soon after this time. */
const LINE_MS = 40_000;
/** Devices wait ten seconds for the answer to their login: one that is let in at the last moment is still there. */
const PATIENCE_MS = 9_000;
/** Who has waited in vain comes again within a minute or so. */
const REMEMBERED_MS = 90_000;
const MOST_WAITING = 8_000;
const MOST_REMEMBERED = 20_000;

/**
 * Logins of devices, let in one after the other, and so slowly that people hardly notice (security 10.9). Who waits costs nothing.
 * Who has waited in vain keeps his turn: when he comes again, he is before those that first asked after him (decision 131).
 */
export class LoginLine {
  readonly #busy: () => number;
  /** Those that first asked before the others are first. */
  readonly #waiting: Place[] = [];
  /** The same, and some that are done, in the order in which their patience ends. */
  readonly #byPatience: Place[] = [];
  /** Those that have waited in vain, by their ids: since when they have asked, and until when that counts. */
  readonly #away = new Map<string, { readonly since: number; readonly until: number }>();
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
    const now = performance.now();
    this.#purge(now);
    const since = this.#away.get(login.id)?.since ?? now;
    this.#away.delete(login.id);
    const place: Place = { login, since, until: now + PATIENCE_MS, isDone: false };
    if (this.#waiting.length >= MOST_WAITING) {
      this.#sendAway(place, now);
      return;
    }
    this.#waiting.splice(placeOf(since, this.#waiting), 0, place);
    this.#byPatience.push(place);
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
    const now = performance.now();
    this.#endPatience(now);
    this.#purge(now);
    const { most, more, less } = PER_TURN;
    const least = Math.max(PER_TURN.least, ((this.#waiting.length + this.#away.size) * TURN_MS) / LINE_MS);
    const paced = this.#busy() > BUSY ? this.#perTurn * less : this.#perTurn + more;
    this.#perTurn = Math.min(most, Math.max(least, paced));
    // a part of a login is kept for the next turn
    this.#left = (this.#left % 1) + this.#perTurn;
    this.#letIn();
    if (this.#left < 1) return;
    // nobody waits: what is done is not kept until the next one comes
    this.#byPatience.length = 0;
    this.close();
  }

  #letIn(): void {
    while (this.#left >= 1) {
      const place = this.#waiting.shift();
      if (!place) return;
      place.isDone = true;
      if (place.login.isGone()) this.#remember(place, performance.now());
      else {
        this.#left -= 1;
        place.login.letIn();
      }
    }
  }

  #endPatience(now: number): void {
    for (let first = this.#byPatience[0]; first && (first.isDone || first.until <= now); first = this.#byPatience[0]) {
      this.#byPatience.shift();
      if (first.isDone) continue;
      first.isDone = true;
      this.#waiting.splice(this.#waiting.indexOf(first), 1);
      this.#sendAway(first, now);
    }
  }

  #sendAway(place: Place, now: number): void {
    this.#remember(place, now);
    if (!place.login.isGone()) place.login.sendAway();
  }

  #remember({ login, since }: Place, now: number): void {
    if (this.#away.size >= MOST_REMEMBERED) return;
    this.#away.set(login.id, { since, until: now + REMEMBERED_MS });
  }

  #purge(now: number): void {
    for (const [id, { until }] of this.#away) {
      if (until > now) return;
      this.#away.delete(id);
    }
  }
}

/** Behind all that have asked before or at the same moment. */
function placeOf(since: number, waiting: readonly Place[]): number {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((waiting[middle]?.since ?? 0) <= since) low = middle + 1;
    else high = middle;
  }
  return low;
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
