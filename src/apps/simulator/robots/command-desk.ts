import { type AckMessage, PROTOCOL_VERSION } from '#domains/devices/contract/messages.ts';
import { RobotCommandMessage, type UploadLogArgs } from '#domains/robots/contract/commands.ts';
import type { RobotEventData } from '#domains/robots/contract/messages.ts';
import type { Timers } from '../world/timers.ts';
import type { WaitingFaults } from '../world/waiting-faults.ts';
import type { WaitingRobotFault } from './robot-faults.ts';
import type { RobotLog } from './robot-log.ts';
import type { Job, RobotMemory } from './robot-memory.ts';

export interface CommandSurroundings {
  memory: RobotMemory;
  faults: WaitingFaults<WaitingRobotFault>;
  timers: Timers;
  log: RobotLog;
  now(): Date;
  ack(commandId: string, message: AckMessage): void;
  event(data: RobotEventData): void;
  startJob(job: Job): void;
  busy(): boolean;
  /** Resolves when the robot is back. */
  restart(): Promise<void>;
  /** Opens an outlet, and closes it again; what stands there is taken. False where there is no such outlet. */
  openOutlet(outlet: number): boolean;
  setMode(mode: RobotMemory['mode']): void;
  reportEverything(): void;
  save(): void;
}

type Result = { ok: boolean; code: string; text?: string; data?: Record<string, string | number | boolean> };

export interface CommandDesk {
  receive(commandId: string, payload: Buffer): void;
  progress(job: Job, percent: number): void;
  jobFinished(job: Job, failedDrinks: number[], reason: string): void;
}

const REMEMBERED_MS = 24 * 3_600_000;
const LOG_LINES_PER_PART = 200;
const LONGEST_QUEUE = 20;
const CLEANING_TAKES_MS = 2_000;

/** Takes commands as the protocol says: at most once per id, never after their time, with the answers that faults spoil. */
export function createCommandDesk(around: CommandSurroundings): CommandDesk {
  const { memory, faults, timers } = around;
  const stamp = () => ({ v: PROTOCOL_VERSION, ts: around.now().toISOString() }) as const;

  const remember = (commandId: string, message: AckMessage): void => {
    const now = around.now().getTime();
    for (const [id, known] of Object.entries(memory.commands)) {
      if (known.at < now - REMEMBERED_MS) delete memory.commands[id];
    }
    memory.commands[commandId] = { at: now, last: message };
    around.save();
  };
  const say = (commandId: string, message: AckMessage): void => {
    remember(commandId, message);
    around.ack(commandId, message);
  };
  const finish = (commandId: string, answers: Job['answers'], result: Result): void => {
    const message: AckMessage = { ...stamp(), stage: 'result', ...result };
    remember(commandId, message);
    if (answers === 'never') return;
    if (typeof answers === 'object') {
      timers.after(answers.lateMs, () => around.ack(commandId, message));
      return;
    }
    around.ack(commandId, message);
    if (answers === 'twice') around.ack(commandId, message);
  };
  const answersFor = (): Job['answers'] => {
    const late = faults.take('answerLate');
    if (late) return { lateMs: late.seconds * 1000 };
    if (faults.take('acceptWithoutResult')) return 'never';
    return faults.take('answerTwice') ? 'twice' : 'once';
  };

  const uploadLog = (commandId: string, args: UploadLogArgs): Result => {
    const lines = around.log.between(new Date(args.from), new Date(args.to));
    const parts = Math.max(1, Math.ceil(lines.length / LOG_LINES_PER_PART));
    for (let part = 1; part <= parts; part++) {
      const slice = lines.slice((part - 1) * LOG_LINES_PER_PART, part * LOG_LINES_PER_PART);
      around.event({ kind: 'log.lines', cmdId: commandId, part, parts, lines: slice });
    }
    return { ok: true, code: 'DONE', data: { lines: lines.length, parts } };
  };

  const blocker = (cmd: RobotCommandMessage['cmd']): [code: string, text: string] | undefined => {
    if (cmd === 'makeOrder' && memory.mode === 'maintain') return ['MAINTENANCE', 'In maintenance'];
    if (cmd === 'makeOrder' && memory.jobs.length >= LONGEST_QUEUE) return ['BUSY', 'The queue is full'];
    return (cmd === 'restart' || cmd === 'clean') && around.busy() ? ['BUSY', 'A drink is being made'] : undefined;
  };

  const receive = (commandId: string, payload: Buffer): void => {
    const known = memory.commands[commandId];
    if (known) {
      around.ack(commandId, known.last);
      return;
    }
    let command: RobotCommandMessage;
    try {
      command = RobotCommandMessage.parse(JSON.parse(payload.toString('utf8')));
    } catch {
      say(commandId, { ...stamp(), stage: 'result', ok: false, code: 'NOT_UNDERSTOOD' });
      return;
    }
    if (faults.take('ignoreCommand')) return;
    const expiresAt = new Date(command.issuedAt).getTime() + command.ttlS * 1000;
    if (around.now().getTime() > expiresAt) {
      say(commandId, { ...stamp(), stage: 'result', ok: false, code: 'EXPIRED' });
      return;
    }
    const refuse = (code: string, text: string): void =>
      say(commandId, { ...stamp(), stage: 'result', ok: false, code, text });
    if (faults.take('refuseCommand')) {
      refuse('REFUSED', 'Refused by the machine');
      return;
    }
    around.log.write(around.now(), 'info', `command ${command.cmd} ${commandId}`);

    const because = blocker(command.cmd);
    if (because) {
      refuse(...because);
      return;
    }
    if (command.cmd === 'makeOrder') {
      say(commandId, { ...stamp(), stage: 'accepted' });
      around.startJob({
        commandId,
        orderNo: command.args.orderNo,
        pickupCode: command.args.pickupCode,
        drinks: command.args.drinks,
        states: command.args.drinks.map(() => 'waiting'),
        outlet: null,
        answers: answersFor(),
      });
      return;
    }
    say(commandId, { ...stamp(), stage: 'accepted' });
    const answers = answersFor();
    const done: Result = { ok: true, code: 'DONE' };
    switch (command.cmd) {
      case 'restart':
        say(commandId, { ...stamp(), stage: 'running', progress: { percent: 10, text: 'restarting' } });
        void around.restart().then(() => finish(commandId, answers, done));
        return;
      case 'setMaintenance': {
        const before = memory.mode;
        around.setMode(command.args.on ? 'maintain' : 'normal');
        finish(commandId, answers, { ...done, data: { before, after: memory.mode } });
        return;
      }
      case 'clean':
        say(commandId, { ...stamp(), stage: 'running', progress: { percent: 20, text: 'rinsing' } });
        timers.after(CLEANING_TAKES_MS, () => finish(commandId, answers, done));
        return;
      case 'openOutlet': {
        const { outlet } = command.args;
        const isThere = around.openOutlet(outlet);
        finish(
          commandId,
          answers,
          isThere ? { ...done, data: { outlet } } : { ok: false, code: 'NO_SUCH_OUTLET', data: { outlet } },
        );
        return;
      }
      case 'uploadLog':
        finish(commandId, answers, uploadLog(commandId, command.args));
        return;
      case 'reportState':
        around.reportEverything();
        finish(commandId, answers, done);
    }
  };

  return {
    receive,
    progress: (job, percent) => {
      say(job.commandId, { ...stamp(), stage: 'running', progress: { percent } });
    },
    jobFinished: (job, failedDrinks, reason) => {
      // Each cup has had its own event; the result fails only where nothing at all was made.
      const made = job.drinks.length - failedDrinks.length;
      finish(
        job.commandId,
        job.answers,
        made > 0
          ? {
              ok: true,
              code: failedDrinks.length === 0 ? 'DONE' : 'PARTLY_MADE',
              data: { made, failed: failedDrinks.length },
            }
          : { ok: false, code: 'MAKE_FAILED', text: reason, data: { made, failed: failedDrinks.length } },
      );
    },
  };
}
