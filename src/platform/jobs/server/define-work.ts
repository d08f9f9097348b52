import type { Actor } from '#platform/context/server/actor.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { RecordFields, RowOf } from '#platform/records/contract/fields.ts';
import type { JobContext } from './define-job.ts';

/** Somebody to whom work writes: who he is today, with his own rights, and his mailbox. */
export interface Receiver {
  readonly actor: Actor;
  readonly mailbox: string;
}

export interface WorkContext extends JobContext {
  /** Those among the people who may do this today and have a mailbox. */
  receivers(ids: readonly string[], permission: string): Promise<readonly Receiver[]>;
}

/** What a run says of itself, in `WorkTexts.done`. */
export type WorkFacts = Readonly<Record<string, string | number>>;

export interface WorkResult {
  readonly facts: WorkFacts;
  /** What the run changes and sends, in the transaction that notes its end: once, even if the run is begun again. */
  readonly finish?: (tx: Transaction) => Promise<void>;
}

/** Words of one kind of work in one language. */
export interface WorkTexts {
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /** What a run did, with `{facts}`. */
  readonly done: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface WorkChoice {
  readonly value: string;
  readonly text: string;
}

/** Who asks: choices are narrowed to what he may have. */
export interface WorkAsker {
  readonly actor: Actor;
  readonly language: Language;
}

/** Work that people may put on a schedule (settled 33); the slice that owns the matter names it under `scheduledWork`. */
export interface ScheduledWork<F extends RecordFields = RecordFields> {
  /** `statistics-mail`: what older clients call the class of a job. */
  readonly key: string;
  readonly texts: Readonly<Record<Language, WorkTexts>>;
  readonly parameters: F;
  /** Fields whose value is one of a list. */
  readonly choices?: Readonly<Partial<Record<keyof F & string, (asker: WorkAsker) => readonly WorkChoice[]>>>;
  /** What a person must hold to schedule it, asked again at each run; null for all who may schedule. */
  readonly permission: string | null;
  /** Runs lie so far apart at least: mails are no flood. */
  readonly leastMinutes?: number;
  run(context: WorkContext, parameters: RowOf<F>): Promise<WorkResult>;
}

/** The same with its types folded away, as the scheduler sees it. */
export const defineWork = <const F extends RecordFields>(work: ScheduledWork<F>): ScheduledWork =>
  work as unknown as ScheduledWork;

/** The choice of a mail's language, each in its own words. */
export const mailLanguages = (): readonly WorkChoice[] => [
  { value: 'en-US', text: 'English' },
  { value: 'zh-CN', text: '中文' },
];

/** Any text but Chinese asks for English. */
export const mailLanguage = (asked: string): Language => (asked === 'zh-CN' ? 'zh-CN' : 'en-US');
