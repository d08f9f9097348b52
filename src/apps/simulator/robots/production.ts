import type { OrderStepEvent } from '#domains/robots/contract/messages.ts';
import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import type { WaitingFaults } from '../world/waiting-faults.ts';
import type { Containers } from './containers.ts';
import { DRINK_STAGES, type DrinkStage, type RobotFaultRates, type WaitingRobotFault } from './robot-faults.ts';
import type { DrinkOrder, Job, RobotMemory } from './robot-memory.ts';

export interface ProductionSurroundings {
  memory: RobotMemory;
  containers: Containers;
  faults: WaitingFaults<WaitingRobotFault>;
  rates: RobotFaultRates;
  random: Random;
  timers: Timers;
  /** Multiplies all durations. */
  slowness(): number;
  /** Seconds until somebody takes a finished order; `null`: nobody comes by himself. */
  takenAfterSeconds: { from: number; to: number } | null;
  report(event: OrderStepEvent): void;
  outletChanged(outlet: number, state: 'notProduced' | 'placed' | 'opened'): void;
  raiseFault(code: string, part: string, text: string, clearsAfterSeconds: number): void;
  progress(job: Job, percent: number): void;
  finished(job: Job, failedDrinks: number[], reason: string): void;
  /** Something that a telemetry message would tell has changed. */
  changed(): void;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  save(): void;
}

export interface Production {
  add(job: Job): void;
  makingOrderNo(): string | null;
  /** Power is gone: the drink in the machine is lost. */
  halt(): void;
  /** Power is back: tells what was lost and goes on with the rest. */
  resume(): void;
  /** Somebody opens the outlets and takes what is there. */
  takeAll(): void;
  take(orderNo: string): void;
}

const STAGE_SHARE: Readonly<Record<DrinkStage, number>> = { cup: 0.08, grind: 0.25, brew: 0.6, milk: 0.85, handout: 1 };
const STAGE_REASON: Readonly<Record<DrinkStage, [code: string, part: string, text: string]>> = {
  cup: ['cup-jam', 'cup-dispenser', 'No cup came out of the dispenser'],
  grind: ['grinder-jam', 'grinder', 'The grinder is blocked'],
  brew: ['brew-pressure', 'brewer', 'Brewing pressure not reached'],
  milk: ['milk-flow', 'milk-pump', 'No flow from the milk pump'],
  handout: ['arm-position', 'arm', 'The arm missed the outlet'],
};
const PICKUP_WINDOW_SECONDS = 600;
const FAULT_LASTS_SECONDS = 90;

/** As a screen says what it leaves out. */
const withoutWords = ({ without = [] }: DrinkOrder): string =>
  without.length > 0 ? `, without ${without.join(', ')}` : '';

/** Makes one drink after the other, one order after the other, and hands finished orders out (practice 18.1). */
export function createProduction(around: ProductionSurroundings): Production {
  const { memory, faults, timers, random } = around;
  let running = false;
  let generation = 0;

  const step = (
    job: Job,
    drink: DrinkOrder,
    stepCode: 1 | 2 | 4,
    event: 2251 | 2301 | 2252,
    more: Partial<OrderStepEvent> = {},
  ) =>
    around.report({
      kind: 'order.step',
      orderNo: job.orderNo,
      line: drink.line,
      drink: drink.drink,
      step: stepCode,
      event,
      ...more,
    });

  const plannedFailure = (
    drink: DrinkOrder,
  ): { at: number; reason: string; fault: [string, string, string] } | undefined => {
    const missing = around.containers.missing(drink.recipe);
    if (missing !== undefined) {
      return {
        at: 0.05,
        reason: 'material-empty',
        fault: ['material-empty', missing, `Not enough ${missing}`],
      };
    }
    const asked = faults.take('failDrink');
    const stage = asked?.stage ?? (random.chance(around.rates.failDrink ?? 0) ? random.pick(DRINK_STAGES) : undefined);
    if (stage === undefined) return undefined;
    const fault = STAGE_REASON[stage];
    return { at: STAGE_SHARE[stage], reason: asked?.reason ?? fault[0], fault };
  };

  const makeDrink = async (job: Job, position: number, mine: number): Promise<boolean> => {
    const drink = job.drinks[position]!;
    job.states[position] = 'making';
    around.save();
    step(job, drink, 1, 2251);
    around.progress(job, Math.round((100 * position) / job.drinks.length));
    around.changed();
    around.log('info', `order ${job.orderNo} drink ${drink.drink}: making ${drink.name}${withoutWords(drink)}`);
    const failure = plannedFailure(drink);
    const whole = drink.productionSeconds * 1000 * around.slowness();
    if (!(await timers.sleep(whole * (failure?.at ?? 1))) || generation !== mine) return false;
    if (failure) {
      const consumed = around.containers.draw(drink.recipe, failure.fault[0] === 'material-empty' ? 0 : failure.at);
      fail(job, position, failure.reason, consumed);
      const lasts = failure.fault[0] === 'material-empty' ? 0 : FAULT_LASTS_SECONDS * around.slowness();
      around.raiseFault(...failure.fault, lasts);
      return true;
    }
    const consumed = around.containers.draw(drink.recipe, 1);
    job.states[position] = 'made';
    memory.cupsSinceMaintenance += 1;
    around.save();
    step(job, drink, 2, 2301, { consumed });
    around.log('info', `order ${job.orderNo} drink ${drink.drink}: made`);
    around.changed();
    return true;
  };

  const fail = (job: Job, position: number, reason: string, consumed?: OrderStepEvent['consumed']): void => {
    const drink = job.drinks[position]!;
    job.states[position] = 'failed';
    around.save();
    step(job, drink, 4, 2252, { reason, ...(consumed ? { consumed } : {}) });
    around.log('error', `order ${job.orderNo} drink ${drink.drink}: ${reason}`);
    around.changed();
  };

  const handOut = (job: Job): void => {
    const failed = job.drinks.filter((_, position) => job.states[position] === 'failed').map((drink) => drink.drink);
    memory.jobs = memory.jobs.filter((other) => other !== job);
    const outlet = memory.outlets.find((candidate) => candidate.outlet === job.outlet);
    const anythingMade = job.states.includes('made');
    if (outlet && anythingMade) {
      outlet.state = 'placed';
      outlet.orderNo = job.orderNo;
    } else if (outlet) outlet.orderNo = null;
    around.save();
    if (outlet && anythingMade) {
      around.outletChanged(outlet.outlet, 'placed');
      awaitCustomer(job.orderNo);
    }
    around.finished(job, failed, failed.length > 0 ? 'some drinks failed' : '');
    around.changed();
  };

  const awaitCustomer = (orderNo: string): void => {
    const left = faults.take('leaveDrink') !== undefined || random.chance(around.rates.leaveDrink ?? 0);
    const window = around.takenAfterSeconds;
    if (window && !left) {
      timers.after(random.integer(window.from * 1000, window.to * 1000), () => take(orderNo));
      return;
    }
    timers.after(PICKUP_WINDOW_SECONDS * 1000, () => {
      const outlet = memory.outlets.find((candidate) => candidate.orderNo === orderNo && candidate.state === 'placed');
      if (!outlet) return;
      around.report({ kind: 'order.step', orderNo, step: 2, event: 2401 });
      clear(outlet.outlet);
    });
  };

  const clear = (number: number): void => {
    const outlet = memory.outlets.find((candidate) => candidate.outlet === number);
    if (!outlet) return;
    outlet.state = 'notProduced';
    outlet.orderNo = null;
    around.save();
    around.outletChanged(number, 'notProduced');
    around.changed();
    work();
  };

  const take = (orderNo: string): void => {
    const outlet = memory.outlets.find((candidate) => candidate.orderNo === orderNo && candidate.state === 'placed');
    if (!outlet) return;
    outlet.state = 'opened';
    around.save();
    around.outletChanged(outlet.outlet, 'opened');
    around.report({ kind: 'order.step', orderNo, step: 3, event: 2402 });
    around.log('info', `order ${orderNo}: taken`);
    timers.after(2_000, () => clear(outlet.outlet));
  };

  const work = (): void => {
    if (running) return;
    const job = memory.jobs[0];
    if (!job) return;
    const outlet = memory.outlets.find((candidate) => candidate.outlet === job.outlet || candidate.orderNo === null);
    // All outlets are taken: the arm waits until a customer has come.
    if (!outlet) return;
    job.outlet = outlet.outlet;
    outlet.orderNo = job.orderNo;
    running = true;
    const mine = generation;
    void (async () => {
      for (const [position, state] of job.states.entries()) {
        if (state !== 'waiting') continue;
        if (!(await makeDrink(job, position, mine))) return;
      }
      running = false;
      handOut(job);
      work();
    })();
  };

  return {
    add: (job) => {
      memory.jobs.push(job);
      around.save();
      work();
    },
    makingOrderNo: () => (running ? (memory.jobs[0]?.orderNo ?? null) : null),
    halt: () => {
      generation += 1;
      running = false;
    },
    resume: () => {
      for (const job of memory.jobs) {
        for (const [position, state] of job.states.entries()) {
          if (state === 'making') fail(job, position, 'power-lost');
        }
      }
      for (const outlet of memory.outlets) {
        if (outlet.state === 'placed' && outlet.orderNo !== null) awaitCustomer(outlet.orderNo);
        if (outlet.state === 'opened') clear(outlet.outlet);
      }
      work();
    },
    takeAll: () => {
      for (const outlet of memory.outlets) if (outlet.orderNo !== null) take(outlet.orderNo);
    },
    take,
  };
}
